import "server-only";
import { keyPattern } from "@/server/rest/once";

// Headers of requests, as parameters of the OpenAPI document.

export const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: keyPattern },
  example: "5f0c2b7e-9d1a-4c38-8e64-0a7b3d9c1f52",
  description:
    "A unique name for this request, such as a UUID: visible ASCII characters without spaces. A retry with the same body, byte for byte, within 24 hours returns the first response, and nothing is done twice. That holds for the same person in the same role, or without a login for the same network. A refusal frees the key: the retry is a new request.",
};

export const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  schema: { type: "string" },
  description: "The `ETag` of your cached response; 304 if it is still current.",
};

export const ifMatch = {
  name: "If-Match",
  in: "header",
  schema: { type: "string" },
  description: "The `ETag` of the only response you accept; 412 otherwise. Weak ETags never match.",
};

export const range = {
  name: "Range",
  in: "header",
  schema: { type: "string" },
  example: "bytes=0-1023",
  description: "One part of the file, sent with status 206. A request for several parts gets the whole file.",
};

export const ifRange = {
  name: "If-Range",
  in: "header",
  schema: { type: "string" },
  description:
    "The `ETag` of the file of which you have a part. If the file is a different one by now, the response is the whole file.",
};
