// Run by portfolio_import.py: 5,000 rows of a pie, and of another broker's table, in CPU time, against splitting them.

import { readFile, readTable } from "../static/js/portfolio/reading.js";

const ROWS = 5000;
const PIE = "Slice,Name,Invested value,Value,Result,Owned quantity,Dividends gained,Dividends cash,Dividends reinvested\n";
const pieRow = (n) => `"T${n}","A holding, number ${n}","1,${String(n % 1000).padStart(3, "0")}.25","${n}.50","-1.5","0.${n + 1}",N/A,N/A,N/A\n`;
const TABLE = "Title,Symbol,Pieces,Worth,Paid,Currency\n";
const tableRow = (n) => `"A holding, number ${n}",T${n},${n + 1},"1,${String(n % 1000).padStart(3, "0")}.25",${n}.5,EUR\n`;
const TEMPLATE = { columns: { name: 0, slice: 1, quantity: 2, value: 3, invested: 4, currency: 5 }, unit: "whole", row_filter: [], skip_rows: [] };

const file = (header, row) => new TextEncoder().encode(header + Array.from({ length: ROWS }, (_, n) => row(n)).join(""));

/** The best of several runs, in milliseconds of CPU: a busy machine does not count. */
function least(work) {
  const took = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...took);
}

function measure(bytes, read) {
  let count = 0;
  const floor = least(() => {
    for (const line of new TextDecoder().decode(bytes).split("\n")) count += line.split(",").map((cell) => cell.trim()).length;
  });
  const took = least(() => {
    if (read(bytes).ok.positions.length !== ROWS) throw new Error("rows were lost");
  });
  return { floor, took, ratio: took / floor, count };
}

const pie = measure(file(PIE, pieRow), (bytes) => readFile(bytes, { filename: "x.csv" }));
const table = measure(file(TABLE, tableRow), (bytes) => readTable(readFile(bytes, {}), TEMPLATE));
console.log(JSON.stringify({ pie, table }));
