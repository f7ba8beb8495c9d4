import superjson from "superjson";
import { AppError } from "./errors";

/** An input as it travels: JSON alone, in a plain envelope. */
type Envelope = { json?: unknown };

const isEnvelope = (value: unknown): value is Envelope => typeof value === "object" && value !== null;

/**
 * How a call's input and output travel between browser and server. Outputs have superjson's format, so that a moment arrives as a
 * `Date`. Inputs hold nothing but JSON: superjson would write what is left out as `null` with a note, so that one question had
 * several addresses, and a stranger could send notes of any kind.
 */
export const wire = {
  input: {
    serialize: (json: unknown): Envelope => ({ json }),
    deserialize(sent: unknown): unknown {
      if (!isEnvelope(sent)) throw new AppError("BAD_REQUEST", "This request cannot be understood.");
      return sent.json;
    },
  },
  output: {
    serialize: superjson.serialize,
    // What was read from a response belongs to nobody else, so it need not be copied.
    deserialize: (sent: Parameters<typeof superjson.deserialize>[0]): unknown =>
      superjson.deserialize(sent, { inPlace: true }),
  },
};
