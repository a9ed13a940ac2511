// A made-up file, to see what the page shows before one's own is at hand. It is read like any other and kept nowhere.

import { readFile } from "./reading.js";
import { emptyState } from "./state.js";

const FILE = `Slice,Name,Invested value,Value,Result,Owned quantity,Currency
VWRP,Vanguard FTSE All-World (Acc),4200.00,5012.40,812.40,41.5,GBP
VUSA,Vanguard S&P 500 (Dist),2500.00,3148.75,648.75,36.2,GBP
AAPL,Apple,1100.00,1385.20,285.20,6.5,GBP
MSFT,Microsoft,950.00,1204.90,254.90,3.1,GBP
SHEL,Shell,800.00,742.30,-57.70,27,GBP
HSBA,HSBC Holdings,600.00,861.45,261.45,88,GBP
VOD,Vodafone Group,500.00,318.60,-181.40,410,GBP
Total,Example,10650.00,12673.60,2023.60,-,GBP
`;

/** The state that a browser would keep after this file was imported. */
export function exampleState() {
  const { ok, currency } = readFile(new TextEncoder().encode(FILE), { filename: "example.csv" });
  return { ...emptyState(), currency, pies: [{ ...ok, id: "example" }] };
}
