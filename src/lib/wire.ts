import superjson from "superjson";

type Envelope = { json?: unknown };

/**
 * The tRPC transformer. Outputs use superjson, so that a moment arrives as a `Date`. Inputs are plain JSON: superjson's
 * metadata for `undefined` would give one query several URLs, and clients could send arbitrary metadata.
 */
export const wire = {
  input: {
    serialize: (json: unknown): Envelope => ({ json }),
    deserialize: (sent: Envelope): unknown => sent.json,
  },
  output: {
    serialize: superjson.serialize,
    // In place: the parsed response is not shared.
    deserialize: (sent: Parameters<typeof superjson.deserialize>[0]): unknown =>
      superjson.deserialize(sent, { inPlace: true }),
  },
};
