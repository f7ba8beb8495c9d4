import "server-only";

const text = { type: "string" } as const;
const tag = { description: "Send it back in `If-None-Match`", schema: text, example: '"2f1c9a"' };
const contentRange = (description: string, example: string) => ({
  "Content-Range": { description, schema: text, example },
});

export const linkHeader = {
  Link: {
    description: "The address of the next page, if there is one",
    schema: text,
    example: '</api/materials?limit=20&cursor=MjAyNi0xMS0yMA>; rel="next"',
  },
};

export const locationHeader = (description: string, example: string) => ({
  Location: { description, schema: text, example },
});

export const retryHeader = { "Retry-After": { description: "Seconds to wait", schema: text, example: "2" } };

export const tagHeader = { ETag: tag };

export const listHeaders = { ...linkHeader, ...tagHeader };

export const bytes = { schema: { type: "string", format: "binary" } } as const;
/** The header that names a file. */
export const dispositionHeader = (description: string, example: string) => ({
  "Content-Disposition": { description, schema: text, example },
});

const shown = dispositionHeader(
  "The file's name; a PDF is shown, the others are downloaded",
  "inline; filename=notes.pdf",
);

/** OpenAPI responses of a file request with these types. */
export function fileAnswers(types: string[]) {
  const content = Object.fromEntries(types.map((type) => [type, bytes]));
  const ranges = {
    "Accept-Ranges": { description: "The file can be requested in parts", schema: text, example: "bytes" },
  };
  const headers = { ETag: tag, ...shown, ...ranges };
  const part = contentRange("The range of this part, and the size of the file", "bytes 0-1023/84211");
  return {
    200: { description: "The file", headers, content },
    206: { description: "A part of the file", headers: { ...headers, ...part }, content },
    304: { description: "The file has not changed" },
    416: {
      description: "The file has no such part",
      headers: { ...ranges, ...contentRange("The size of the file", "bytes */84211") },
    },
  };
}
