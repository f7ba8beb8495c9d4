import "server-only";
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { type Duplex, Transform } from "node:stream";

/** Encrypts and decrypts the parts of an archive with AES-256-GCM. */
export type Seal = { salt: string; seal(): Duplex; open(): Duplex };

const nonceLength = 12;
const tagLength = 16;

type Cost = { N: number; r: number; p: number };

/** Cost of guessing a passphrase: 32 MB and three passes per guess. */
const cost: Cost = { N: 2 ** 15, r: 8, p: 3 };
/** Parameters of archives whose salt does not name any. */
const earlierCost: Cost = { N: 2 ** 14, r: 8, p: 1 };

const newSalt = () => `scrypt ${cost.N} ${cost.r} ${cost.p} ${randomBytes(16).toString("base64")}`;

/** Derives the key from a passphrase; pass `salt` for an existing archive. */
export async function deriveSeal(passphrase: string, salt = newSalt()): Promise<Seal> {
  const key = await deriveKey(passphrase.normalize("NFKC"), salt);
  return { salt, seal: () => encrypting(key), open: () => decrypting(key) };
}

function deriveKey(passphrase: string, salt: string): Promise<Buffer> {
  const [, N, r, p, named] = /^scrypt (\d+) (\d+) (\d+) (\S+)$/.exec(salt) ?? [];
  const isKnown = named !== undefined && Number(N) === cost.N && Number(r) === cost.r && Number(p) === cost.p;
  if (named !== undefined && !isKnown)
    throw new Error("It is encrypted in a format that this version does not support.");
  const options = { ...(isKnown ? cost : earlierCost), maxmem: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) =>
    scrypt(passphrase, Buffer.from(named ?? salt, "base64"), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}

function encrypting(key: Buffer): Duplex {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  let begun = false;
  const begin = () => {
    if (begun) return Buffer.alloc(0);
    begun = true;
    return nonce;
  };
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, Buffer.concat([begin(), cipher.update(chunk)])),
    flush: (done) => done(null, Buffer.concat([begin(), cipher.final(), cipher.getAuthTag()])),
  });
}

/** Fails at the end if the data were changed or the key is wrong; do not trust the output before. */
function decrypting(key: Buffer): Duplex {
  let held = Buffer.alloc(0);
  let decipher: ReturnType<typeof decipherOf> | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held = Buffer.concat([held, chunk]);
      if (!decipher && held.length >= nonceLength) {
        decipher = decipherOf(key, held.subarray(0, nonceLength));
        held = held.subarray(nonceLength);
      }
      const ready = decipher ? held.length - tagLength : 0;
      if (!decipher || ready <= 0) return done();
      const open = decipher.update(held.subarray(0, ready));
      held = Buffer.from(held.subarray(ready));
      done(null, open);
    },
    flush(done) {
      try {
        if (!decipher || held.length !== tagLength) throw new Error("An encrypted part is too short.");
        decipher.setAuthTag(held);
        done(null, decipher.final());
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}

function decipherOf(key: Buffer, nonce: Buffer) {
  return createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength });
}
