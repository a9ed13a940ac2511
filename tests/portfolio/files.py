"""Made-up files in the published formats of brokers' exports."""

HEAD = "Slice,Owned quantity,Invested value,Value\n"
PIE = """\
Slice,Name,Invested value,Value,Result,Owned quantity,Dividends gained,Dividends cash,Dividends reinvested
"VUSA","Vanguard S&P 500","1000.00","1200.50","200.50","12.5",N/A,N/A,N/A
"AMD","=HYPERLINK(""http://x"")","500.00","450.25","-49.75","3.2",N/A,N/A,N/A
"ZZZ","Stub","0","0","0","0",N/A,N/A,N/A
"Total","My pie","1500.00","1650.75","150.75","-",N/A,N/A,N/A
"""
TITLES = HEAD + "AAA,1,x2,3\n"
# An unknown table below the holder's name and account number.
CELLS = "Jane Sample;Depot 98765;Roma\n\nTitel;Stück;Kurswert;Einstand\nAcme;10;4.000,50;2.800,00\nBeta;2;321,00;200,00\n"

# Content of a file, and the start of its error in English and Italian.
ERRORS = [
    ("nothing", b"", "The file is empty.", "Il file è vuoto."),
    ("a spreadsheet", b"PK\x03\x04rest", "This is not a text file.", "Non è un file di testo."),
    ("a page", b"<html></html>", "This is a web page", "È una pagina web"),
    ("no header", b"hello\n", "Line 1: No header with column names", "Riga 1: Non c’è un’intestazione"),
    ("a column missing", b"Slice,Owned quantity,Value\nAAA,1,3\n",
     "Line 1: These columns of a Trading 212 pie are missing: Invested value.",
     "Riga 1: Mancano queste colonne di una torta di Trading 212: Invested value."),
    ("a stray quote", f'{HEAD}"AAA"x,1,2,3\n', "Line 2, column 1: A quotation mark is not closed", "Riga 2, colonna 1: Qui le virgolette"),
    ("a column twice", "Slice,Owned quantity,Invested value,Value,Value\nAAA,1,2,3,3\n",
     "Line 1, column 5: The column “Value” appears twice.", "Riga 1, colonna 5: La colonna «Value» compare due volte."),
    ("too many cells", f"{HEAD}AAA,1,1,000.00,3\n", "Line 2, column 5: The row has more cells", "Riga 2, colonna 5: La riga ha più celle"),
    ("too few cells", f"{HEAD}AAA,1\n", "Line 2, column 3: The row ends too early", "Riga 2, colonna 3: La riga finisce troppo presto"),
    ("no ticker", f"{HEAD},1,2,3\n", "Line 2, column 1: The row has a quantity", "Riga 2, colonna 1: La riga ha una quantità"),
    ("two totals", f"{HEAD}AAA,1,2,3\nTotal,-,2,3\nTotal,-,2,4\n", "Line 4: There is a second total", "Riga 4: C’è un secondo totale"),
    ("a number", TITLES, "Line 2, column 3: “Invested value: x2” cannot be read as a number", "Riga 2, colonna 3: «Invested value: x2» non è un numero"),
    ("no rows", HEAD, "The header is there", "C’è l’intestazione"),
    ("unfunded", f"{HEAD}AAA,0,0,0\n", "Every position of this pie", "Tutte le posizioni di questa torta"),
    ("history", "Action,Time,ISIN,Ticker,Name\nMarket buy,2026-01-01,US0000000001,AAA,Acme\n",
     "Line 1: This is the history of your transactions", "Riga 1: Questo è lo storico delle tue operazioni"),
    ("too large", HEAD + " " * 5 * 2**20, "The file is too large", "Il file è troppo grande"),
]  # fmt: skip

# broker, file, positions, sums, skipped rows
OTHERS = [
    ("DEGIRO",
     "Product,Symbol/ISIN,Amount,Closing,Local value,,Value in EUR\n"
     'CASH & CASH FUND & FTX CASH (EUR),,,,EUR,"12,00","12,00"\n'
     'ACME INC,US0000000001,3,"10,50",USD,"31,50","29,10"\n'
     'OTHER PLC,GB0000000002,5,"20,50",GBP,"102,50","119,10"\n',
     "2 positions", "Value €148.20, invested n/a, result n/a.", "1 row left out"),
    ("Fineco",
     "\ufeffPortafoglio di sintesi,,,,,,,,,,,,,,,,\r\n,,,,,,,,,,,,,,,,\r\n"
     "Titolo,ISIN,Simbolo,Mercato,Strumento,Valuta,Quantità,P.zo medio di carico,Cambio di carico,Valore di carico,"
     "P.zo di mercato,Cambio di mercato,Valore di mercato €,Var%,Var €,Var in valuta,Rateo\r\n"
     'Acme,IT0000000001,ACM.MI,AFF,Azioni,EUR,"1.000","1,2345",1,"1.234,50","2,00",1,"2.000,00","62,00","765,50","765,50",0\r\n'
     'Beta,US0000000002,BET.O,NASDAQ,Azioni,USD,10,"50,00","1,08","462,96","54,00","1,08","500,00","8,00","37,04","40,00",0\r\n'
     ",,,,,,,,,,,,,,,,\r\n"
     "Totale,,,,,,,,,,,Valore di carico,Valore di mercato,Var%,Var,,\r\n"
     'EUR,,,,,,,,,,,"1.697,46","2.500,00","47,27","802,54",,\r\n',
     "2 positions", "Value €2,500.00, invested €1,697.46, result +€802.54.", "2 rows left out"),
    ("Hargreaves Lansdown",
     ("HL Stocks & Shares ISA, , , ,\nClient Name:,Mr J Sample, , ,\nClient Number:, 1234567, , ,\n"
      "Spreadsheet created at,20-11-2026 19:11, , ,\n\nStock value:,\"3,000.00\", , ,\nTotal cash:,\"10.00\", , ,\n\n"
      "Code,Stock,Units held,Price (pence),Value (£),Cost (£),Gain/loss (£),Gain/loss (%),\n"
      '"ACM","Acme plc Ordinary 25p *1","100","2,500.00","2,500.00","2,000.00","500.00","25.00",\n'
      '"","Beta Fund Accumulation","50","1,000.00","500.00","450.00","50.00","11.11",\n'
      '"","Totals","","","3,000.00","2,450.00","550.00","22.45",\n').encode("windows-1252"),
     "2 positions", "Value £3,000.00, invested £2,450.00, result +£550.00.", "1 row left out"),
    ("Interactive Brokers",
     "Statement,Header,Feldname,Feldwert\nStatement,Data,Title,Umsatzübersicht\n"
     "Überblick,Header,Kategorie,Symbol,Vorher Menge,Aktuell Menge,Vorher Kurs,Aktuell Kurs,Gesamt,Code\n"
     "Überblick,Data,Aktien,ACM,0,10,--,110,100,\nÜberblick,Data,Aktien,BET,0,1,--,150,50,\n"
     "Offene Positionen,Header,DataDiscriminator,Vermögenswertkategorie,Währung,Symbol,Menge,Multipl.,Einstands Kurs,"
     "Kostenbasis,Schlusskurs,Wert,Unrealisierter G/V,Code\n"
     "Offene Positionen,Data,Summary,Aktien,USD,ACM,10,1,100,1000,110,1100,100,\n"
     "Offene Positionen,Data,Summary,Optionen,USD,ACM 19DEC26 120 C,-1,100,2,-200,1.5,-150,50,\n"
     "Offene Positionen,Total,,Aktien,USD,,,,,800,,950,150,\n",
     "2 positions", "Value US$950.00, invested US$800.00, result +US$150.00.", "1 row left out"),
    ("Interactive Brokers",
     "Statement,Header,Field Name,Field Value\nStatement,Data,Title,Activity Statement\n"
     "Account Information,Header,Field Name,Field Value\nAccount Information,Data,Name,Jane Sample\n"
     "Account Information,Data,Account,U1234567\nAccount Information,Data,Base Currency,USD\n"
     "Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity,Mult,Cost Price,Cost Basis,"
     "Close Price,Value,Unrealized P/L,Code\n"
     "Open Positions,Data,Summary,Stocks,USD,ACM,10,1,100,1000,110,1100,100,\n"
     "Open Positions,Data,Lot,Stocks,USD,ACM,10,1,100,1000,110,1100,100,LT\n"
     "Open Positions,Data,Summary,Stocks,USD,BET,5,1,20,100,24,120,20,\n"
     "Open Positions,Data,Summary,Stocks,EUR,GAM,2,1,10,20,11,22,2,\n"
     "Open Positions,Total,,Stocks,USD,,,,,1100,,1220,120,\n"
     "Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price\n"
     'Trades,Data,Order,Stocks,USD,ACM,"2026-01-02, 10:00:00",10,100\n',
     "2 positions", "Value US$1,220.00, invested US$1,100.00, result +US$120.00.", "5 rows left out"),
]  # fmt: skip
