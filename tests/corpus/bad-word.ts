import { compoundFile, docFile, docxFile, officeFile, pdfFile, types, wordStream, zipFile } from "../harness/documents";
import { type Bad, broken, half, joined, latin, page, program, under, wrong, zip } from "./bad";
import { badWordActive } from "./bad-word-active";
import { relationships, wordFile, wordOfTypes } from "./word";

const notWord = /not a Word document/;
const macros = /macros/;
const cut = /incomplete/;
const unsafe = /unsafe/;
const fetches = /loads parts of itself from another computer/;
const locked = /password/;

const word = (...more: Parameters<typeof officeFile>[2] & object) => officeFile("word", undefined, more);
const linking = (type: string, target: string) =>
  wordFile({ "word/_rels/settings.xml.rels": relationships([type, target]) });
const template = "attachedTemplate";
const remote = "https://evil.example/a.dotm";
const hexadecimal = (text: string) => text.replace(/./g, (letter) => `&#x${letter.charCodeAt(0).toString(16)};`);

const disguised = under("a.docx", [
  ["a page named DOCX", page, wrong, notWord],
  ["a program named DOCX", program, wrong, notWord],
  ["an archive named DOCX", zip, wrong, notWord],
  ["a spreadsheet named DOCX", () => officeFile("excel", "xl/workbook.xml"), wrong, notWord],
  ["a PDF named DOCX", () => pdfFile(), wrong, notWord],
  ["a DOC named DOCX", () => docFile(), wrong, notWord],
  ["a DOCX without its text", () => zipFile([{ name: "[Content_Types].xml", text: types.word }]), wrong, notWord],
  ["a DOCX after a program", async () => joined(program(), await docxFile()), wrong, notWord],
  ["a DOCX before other bytes", async () => joined(await docxFile(), latin("<html>")), broken, cut],
  ["half a DOCX", async () => half(await docxFile()), broken, cut],
  ["a DOCX with a broken part", async () => (await docxFile()).fill(0xff, 80, 120), broken, cut],
]);

const macroWord = under("a.docx", [
  ["a DOCM named DOCX", () => officeFile("macroWord"), wrong, macros],
  ["a DOCX with macros", () => word({ name: "word/vbaProject.bin", text: "x" }), wrong, macros],
  ["a DOCX with hidden macros", () => word({ name: "word/VBAPROJECT.BIN", text: "x" }), wrong, macros],
  [
    "a DOCX with macros under another name",
    () => wordFile({ "word/a.xml": "x", "word/_rels/document.xml.rels": relationships(["vbaProject", "a.xml"]) }),
    wrong,
    macros,
  ],
  [
    "a DOCX with macros under another type",
    () => wordOfTypes(`${types.word}<Default Extension="png" ContentType="application/vnd.ms-office.vb&#97;Project"/>`),
    wrong,
    macros,
  ],
  ["a DOCM in UTF-16 named DOCX", () => wordOfTypes(Buffer.from(`\ufeff${types.macroWord}`, "utf16le")), wrong, macros],
]);

const built = under("a.docx", [
  ["a DOCX that leaves its folder", () => word({ name: "../../evil" }), broken, cut],
  ["a DOCX from the root", () => word({ name: "/etc/evil" }), broken, cut],
  ["a DOCX from a drive", () => word({ name: "C:\\evil" }), broken, cut],
  ["a DOCX with a symbolic link", () => word({ name: "word/a", text: "/etc", attributes: 0xa1ff0000 }), broken, unsafe],
  [
    "a DOCX of too many parts",
    () => word(...Array.from({ length: 4_001 }, (_, index) => ({ name: `word/${index}.xml` }))),
    broken,
    unsafe,
  ],
  [
    "a DOCX of 60 MB of fields",
    () =>
      wordFile(
        { "word/a.xml": Buffer.alloc(60 * 1024 * 1024, '<w:fldSimple w:instr="HYPERLINK a b c"/>') },
        20 * 1024 * 1024,
      ),
    broken,
    /more fields than can be checked/,
  ],
  [
    "a DOCX with a link of more than 100,000 characters",
    () =>
      wordFile(
        { "word/a.xml": `<w:fldSimple w:instr="HYPERLINK &quot;https://a.example/${"a".repeat(100_000)}"/>` },
        4_000,
      ),
    broken,
    unsafe,
  ],
  ["a DOCX with a part twice", () => word({ name: "word/document.xml" }), broken, unsafe],
  ["a DOCX with a part twice in other letters", () => word({ name: "WORD/Document.xml" }), broken, unsafe],
  ["a DOCX that unpacks to 101 MB", () => word({ name: "word/a.xml", claimed: 101 * 2 ** 20 }), broken, unsafe],
  [
    "a DOCX that unpacks a hundredfold",
    () => word({ name: "word/a.xml", bytes: Buffer.alloc(2 ** 20) }),
    broken,
    unsafe,
  ],
  [
    "a DOCX that unpacks to more than it says",
    () => word({ name: "word/a.xml", bytes: Buffer.alloc(64 * 2 ** 20), claimed: 100 }),
    broken,
    cut,
  ],
  ["a DOCX with locked parts", () => word({ name: "word/a.xml", flags: 1 }), broken, locked],
  ["a DOCX with a password", () => compoundFile({ "/EncryptedPackage": 5000, "/EncryptionInfo": 300 }), broken, locked],
  ["a DOCX with entities of its own", () => wordOfTypes(`<!DOCTYPE a [<!ENTITY b "c">]>${types.word}`), broken, unsafe],
  ["a DOCX in UTF-7", () => wordOfTypes(`<?xml version="1.0" encoding="utf-7"?>${types.word}`), broken, unsafe],
]);

const fetching = under("a.docx", [
  ["a DOCX with a template of the web", () => linking(template, remote), wrong, fetches],
  ["a DOCX with a template of a share", () => linking(template, "file://server/share/a.dotm"), wrong, fetches],
  ["a DOCX with a template of a Windows share", () => linking(template, "\\\\server\\share\\a.dotm"), wrong, fetches],
  ["a DOCX with a template of a hidden share", () => linking(template, "file:///%5c%5cserver/a.dotm"), wrong, fetches],
  ["a DOCX with a template under references", () => linking(template, hexadecimal(remote)), wrong, fetches],
  [
    "a DOCX with a template in UTF-16",
    () =>
      wordFile({
        "word/_rels/settings.xml.rels": Buffer.from(`\ufeff${relationships([template, remote])}`, "utf16le"),
      }),
    wrong,
    fetches,
  ],
  [
    "a DOCX with an object of the web",
    () => linking("oleObject", "mhtml:https://evil.example/!x-usc:a"),
    wrong,
    fetches,
  ],
  ["a DOCX with a frame of the web", () => linking("frame", remote), wrong, fetches],
  ["a DOCX with a chapter of the web", () => linking("subDocument", remote), wrong, fetches],
  ["a DOCX with a picture of a share", () => linking("image", "\\\\server\\share\\a.png"), wrong, fetches],
]);

const doc = under("a.doc", [
  ["a page named DOC", page, wrong, notWord],
  ["a program named DOC", program, wrong, notWord],
  ["Rich Text named DOC", () => latin("{\\rtf1\\ansi hello}"), wrong, notWord],
  ["a spreadsheet named DOC", () => compoundFile({ "/Workbook": 8192 }), wrong, notWord],
  ["a presentation named DOC", () => compoundFile({ "/PowerPoint Document": 8192 }), wrong, notWord],
  [
    "a spreadsheet with a letter inside",
    () => compoundFile({ "/Workbook": 5000, "/MBD1/WordDocument": 5000 }),
    wrong,
    notWord,
  ],
  ["a letter that is a spreadsheet too", () => docFile({ "/Workbook": 5000 }), wrong, notWord],
  ["a DOC that only bears the name of its text", () => compoundFile({ "/WordDocument": 8192 }), wrong, notWord],
  ["a DOCX named DOC", () => docxFile(), wrong, notWord],
  ["a DOC with macros", () => docFile({ "/Macros/VBA/dir": 5000 }), wrong, macros],
  ["a DOC with a spreadsheet's macros", () => docFile({ "/ObjectPool/_1/_VBA_PROJECT_CUR/dir": 50 }), wrong, macros],
  ["a DOC with a password", () => docFile({ "/WordDocument": wordStream({ flags: 0x1300 }) }), broken, locked],
  ["half a DOC", () => half(docFile()), broken, cut],
  ["a DOC's first bytes", () => docFile().subarray(0, 512), broken, cut],
  ["a DOC's mark alone", () => latin("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), wrong, notWord],
]);

const names: Bad[] = [
  { what: "a page", name: "a.html", bytes: page },
  { what: "a DOCM", name: "a.docm", bytes: () => officeFile("macroWord") },
  { what: "a PDF with another ending", name: "a.pdf.exe", bytes: () => pdfFile() },
  { what: "a PDF without an ending", name: "pdf", bytes: () => pdfFile() },
].map((row) => ({ ...row, code: wrong, says: /Only PDF, DOC and DOCX/ }));

/** Word documents that must be refused, what is none, and other names. */
export const badWord: readonly Bad[] = [
  ...disguised,
  ...macroWord,
  ...built,
  ...fetching,
  ...doc,
  ...badWordActive,
  ...names,
  {
    what: "an empty file",
    name: "a.pdf",
    bytes: () => Buffer.alloc(0),
    code: "BAD_REQUEST",
    says: /empty/,
  },
];
