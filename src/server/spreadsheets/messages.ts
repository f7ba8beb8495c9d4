import { catalogue } from "@/lib/catalogue";

export const refusals = {
  oldExcel: "This file is from an old version of Excel (.xls). Open it, and save it as .xlsx.",
  binaryExcel: "This is a binary workbook (.xlsb). Open it, and save it as .xlsx.",
  openDocument: "This is an OpenDocument file (.ods). Open it, and save it as .xlsx.",
  macros: "This workbook contains macros (.xlsm). Save it as .xlsx without them.",
  externalLinks:
    "This workbook takes values from other files. Copy its cells, paste them as values, and save it as .xlsx.",
  locked: "This workbook is locked with a password. Save it without one.",
  unpacksTooLarge: "This workbook is far larger than it seems and is not opened. Copy its cells into a new one.",
  damaged: "This file is damaged and cannot be read. Save it again as .xlsx.",
  otherEncoding: "The letters of this file cannot be recognised. Save it as “CSV UTF-8” or as .xlsx.",
  strayQuotes:
    "A quotation mark in this file is out of place, so that rows run into each other. Open it, check its rows, and save it as .xlsx.",
  noTable: "This is neither a CSV nor an XLSX file. Save the list as one of them.",
  empty: "This file has no rows.",
  noSheet: "This workbook has no sheet of that name with rows in it.",
  tooManyColumns: "This file has more than 60 columns. Leave only those that are needed.",
  tooComplicated: "This file takes too long to read. Copy its cells into a new one, and save it as .xlsx.",
} as const;

const sentences = {
  ...refusals,
  whichSheet: (names: string) => `Several sheets of this workbook have rows: ${names}. Say which one to read.`,
  sheetNamed: (name: string) => name,
  tooManyRows: (most: number) =>
    `This file has more than ${most.toLocaleString("en-IN")} rows. Please split it into several files.`,
} as const;

export const say = catalogue("spreadsheets", sentences);
