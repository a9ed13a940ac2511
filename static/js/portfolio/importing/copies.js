// Copies of the page's templates.

let count = 0;

/** A copy of a `<template>`, with ids that no other copy has. */
export function copyOf(template) {
  const copy = template.content.cloneNode(true);
  count += 1;
  for (const attribute of ["id", "for", "name", "aria-labelledby", "aria-describedby"]) {
    for (const each of copy.querySelectorAll(`[${attribute}]`)) each.setAttribute(attribute, `${each.getAttribute(attribute)}-${count}`);
  }
  return copy;
}
