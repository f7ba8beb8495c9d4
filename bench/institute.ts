import { hash } from "@node-rs/argon2";
import pg from "pg";
import { launch, removeFolder, temporaryFolder } from "../scripts/launch.mjs";
import { connectToCluster } from "../src/server/postgres/cluster";
import { password, seed } from "./seed";

/** A built product with a thousand materials, and a student of it who is logged in. */
export type Institute = { url: string; cookie: string; stop: () => Promise<void> };

/** Starts the product on fresh data and fills it. @param logFile what the product says */
export async function openInstitute(logFile: string): Promise<Institute> {
  const dataDir = await temporaryFolder();
  const product = await launch({ dataDir, adminPassword: "chalk and seven lanterns", logFile });
  const stop = async () => {
    await product.stop();
    await removeFolder(dataDir);
  };
  try {
    const connection = await connectToCluster(dataDir);
    if (!connection) throw new Error("The database of the product does not run.");
    const database = new pg.Client(connection);
    await database.connect();
    await seed(database, 1_000, await hash(password));
    await database.end();
    return { url: product.url, cookie: await cookieOf(product.url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The cookies of a student's login. */
async function cookieOf(url: string): Promise<string> {
  const token = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await token.json()) as { csrfToken: string };
  const cookies = pairsOf(token);
  const login = await fetch(`${url}/api/auth/callback/user`, {
    method: "POST",
    headers: { cookie: cookies },
    body: new URLSearchParams({ csrfToken, email: "student1@school.example", password, json: "true" }),
  });
  if (!login.ok) throw new Error(`The login was refused: ${await login.text()}`);
  return `${cookies}; ${pairsOf(login)}`;
}

const pairsOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
