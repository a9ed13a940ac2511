// A squarified treemap (Bruls, Huizing and van Wijk, 2000): areas in proportion, rectangles as square as may be.

const worst = (areas, sum, side) => {
  const [largest, smallest] = [Math.max(...areas), Math.min(...areas)];
  return Math.max((side ** 2 * largest) / sum ** 2, sum ** 2 / (side ** 2 * smallest));
};

/** As many of the areas from `from` as make the best row along a side of this length: `{count, sum}`. */
function nextRow(areas, from, side) {
  let count = 1;
  let sum = areas[from];
  while (from + count < areas.length) {
    const area = areas[from + count];
    const row = areas.slice(from, from + count);
    if (worst([...row, area], sum + area, side) > worst(row, sum, side)) break;
    sum += area;
    count += 1;
  }
  return { count, sum };
}

/**
 * `[{x, y, width, height}]` in the order of the weights, within width and height given. Weights are to be sorted,
 * heaviest first; one that is not above zero gets no area.
 */
export function treemap(weights, width, height) {
  const sizes = weights.filter((weight) => weight > 0);
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  const areas = sizes.map((size) => (size / whole) * width * height);
  const boxes = [];
  let free = { x: 0, y: 0, width, height };
  while (boxes.length < areas.length) {
    const side = Math.min(free.width, free.height);
    const { count, sum } = nextRow(areas, boxes.length, side);
    const row = areas.slice(boxes.length, boxes.length + count);
    free = place(row, sum, free, boxes);
  }
  let at = 0;
  return weights.map((weight) => (weight > 0 ? boxes[at++] : { x: width, y: height, width: 0, height: 0 }));
}

/** Puts a row along the shorter side of what is free; returns what is left. */
function place(row, sum, free, boxes) {
  const upright = free.width >= free.height;
  const [side, most] = upright ? [free.height, free.width] : [free.width, free.height];
  const depth = side > 0 ? Math.min(sum / side, most) : 0;
  let along = 0;
  for (const area of row) {
    const length = depth > 0 ? area / depth : 0; // beside a giant, a dwarf's area is lost in rounding
    boxes.push(upright
      ? { x: free.x, y: free.y + along, width: depth, height: length }
      : { x: free.x + along, y: free.y, width: length, height: depth });
    along += length;
  }
  return upright
    ? { ...free, x: free.x + depth, width: Math.max(0, free.width - depth) }
    : { ...free, y: free.y + depth, height: Math.max(0, free.height - depth) };
}
