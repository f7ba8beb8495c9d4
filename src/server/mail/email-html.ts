import "server-only";
import { escaped } from "@/lib/html";
import { site } from "@/server/institute/published";

type Link = { label: string; href: string };

type Content = {
  subject: string;
  heading?: string;
  greeting?: string;
  paragraphs: string[];
  parts: { subject: string; paragraphs: string[]; link?: Link }[];
  link?: Link;
  closing: string[];
  /** The attached logo by its content id, at half of its pixel size. */
  logo?: { cid: string; width: number; height: number };
  /** Why the recipient gets this email, and how to get fewer. */
  fewer?: { why: string; link: Link };
};

// The colours of the site (`globals.css`) for mail programs. Programs without a dark scheme use the first ones.
const [paper, surface, ink, soft, line, accent, onAccent, deep, onDeep] = [
  ...["#fcf8f2", "#fffefc", "#132530", "#45555f", "#ded8cd"],
  ...["#005f69", "#fefcf7", "#02363e", "#faf6ef"],
];

const dark =
  "@media (prefers-color-scheme:dark){.paper{background:#0f1a1d!important}.surface{background:#172327!important}" +
  ".ink{color:#f0ece5!important}.soft{color:#bcb9ae!important}.line{border-color:#2c393e!important}" +
  ".link{color:#76d2cf!important}.button{background:#76d2cf!important;color:#061b22!important}}" +
  "@media (max-width:480px){.paper{padding:0!important}.surface{border-radius:0!important}.room{padding:24px 20px!important}.head{padding:14px 20px!important}}";

const address = /(https?:\/\/[^\s<>()"“”]*[^\s<>()"“”.,;:!?'’])/;

/** Escaped text with its addresses as links: the odd pieces. */
const linked = (text: string) =>
  text
    .split(address)
    .map(escaped)
    .map((piece, index) =>
      index % 2 === 0 ? piece : `<a class="link" href="${piece}" style="color:${accent}">${piece}</a>`,
    )
    .join("");

const blockOf = (html: string) =>
  `<p class="ink" dir="auto" style="margin:0 0 16px;color:${ink}">${html.replaceAll("\n", "<br>")}</p>`;

const paragraph = (text: string) => blockOf(linked(text));

const headingOf = (text: string) =>
  `<h1 class="ink" dir="auto" style="margin:0 0 20px;font-size:22px;line-height:1.3;color:${ink}">${escaped(text)}</h1>`;

const linkOf = ({ label, href }: Link) =>
  `<a class="link" href="${escaped(href)}" style="color:${accent};overflow-wrap:anywhere">${escaped(label)}</a>`;

const buttonOf = (link: Link) =>
  `<p style="margin:24px 0"><a class="button" href="${escaped(link.href)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:${onAccent};font-weight:600;text-decoration:none">${escaped(link.label)}</a></p>` +
  `<p class="soft" style="margin:0 0 16px;font-size:14px;color:${soft}">If the button does not work, open this address:<br>${linkOf({ label: link.href, href: link.href })}</p>`;

const partOf = ({ subject, paragraphs, link }: Content["parts"][number]) =>
  `<div class="line" style="margin:24px 0 0;padding:20px 0 0;border-top:1px solid ${line}">` +
  `<h2 class="ink" dir="auto" style="margin:0 0 8px;font-size:18px;line-height:1.35;color:${ink}">${escaped(subject)}</h2>` +
  `${paragraphs.map(paragraph).join("")}${link ? `<p style="margin:0 0 8px;font-weight:600">${linkOf(link)}</p>` : ""}</div>`;

// Most logos are made for a white background.
const logoOf = ({ cid, width, height }: NonNullable<Content["logo"]>) =>
  `<img src="cid:${cid}" alt="" width="${width}" height="${height}" style="vertical-align:middle;margin-right:12px;padding:4px;border-radius:6px;background:#fff">`;

/** An email as HTML, in the colours of the site. */
export function htmlOf({ subject, heading, greeting, paragraphs, parts, link, closing, fewer, logo }: Content): string {
  const body = [
    ...(heading ? [headingOf(heading)] : []),
    ...(greeting ? [blockOf(escaped(greeting))] : []),
    ...paragraphs.map(paragraph),
    ...parts.map(partOf),
    ...(link ? [buttonOf(link)] : []),
    ...closing.map(paragraph),
  ];
  const { name, tagline } = site().facts;
  const small = `margin:0;font-size:14px;color:${soft}`;
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
    `<title>${escaped(subject)}</title><style>:root{color-scheme:light dark}${dark}</style></head>` +
    `<body class="paper" style="margin:0;padding:24px 12px;background:${paper};color:${ink};font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">` +
    `<div class="surface" style="max-width:560px;margin:0 auto;border-radius:12px;background:${surface};overflow:hidden;overflow-wrap:break-word">` +
    `<div class="head" style="padding:14px 32px;background:${deep};color:${onDeep};font-size:17px;font-weight:700">${logo ? logoOf(logo) : ""}${escaped(name)}</div>` +
    `<div class="room" style="padding:32px">${body.join("")}` +
    `<div class="line" style="margin:32px 0 0;padding-top:16px;border-top:1px solid ${line}">` +
    `<p class="soft" style="${small}">${escaped(name)}<br>${escaped(tagline)}</p>` +
    (fewer
      ? `<p class="soft" style="${small};margin-top:12px">${escaped(fewer.why)}<br>${linkOf(fewer.link)}</p>`
      : "") +
    `</div></div></div></body></html>\n`
  );
}
