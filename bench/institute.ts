import { hash } from "@node-rs/argon2";
import pg from "pg";
import { launch, removeFolder, temporaryFolder } from "../scripts/launch.mjs";
import { connectToCluster } from "../src/server/postgres/cluster";
import { password, seed } from "./seed";

type Product = Awaited<ReturnType<typeof launch>>;

/** A built product with many materials, and a student of it who is logged in. */
export type Institute = {
  url: string;
  pid: number;
  product: Product;
  dataDir: string;
  /** Of its database. */
  connection: pg.ClientConfig;
  /** Of the student, for pages. */
  cookie: string;
  /** The same student's, for programs. */
  token: string;
  /** Ends the product, unless that has ended, and removes its data. */
  stop: () => Promise<void>;
};

export const adminPassword = "chalk and seven lanterns";

/** Starts the product on fresh data and fills it. @param logFile what the product says */
export async function openInstitute(logFile: string, materials = 1_000): Promise<Institute> {
  const dataDir = await temporaryFolder();
  const product = await launch({ dataDir, adminPassword, logFile });
  const { url, pid } = product;
  let isOpen = true;
  const end = product.stop;
  product.stop = async () => {
    if (isOpen) await end();
    isOpen = false;
  };
  const stop = async () => {
    await product.stop();
    await removeFolder(dataDir);
  };
  try {
    const connection = await connectToCluster(dataDir);
    if (!connection) throw new Error("The database of the product does not run.");
    const database = new pg.Client(connection);
    await database.connect();
    await seed(database, materials, await hash(password));
    await database.end();
    return { url, pid, product, dataDir, connection, cookie: await cookieOf(url), token: await tokenOf(url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const student = { email: "student1@school.example", password };

async function tokenOf(url: string): Promise<string> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/api/student/login`, { method: "POST", headers, body: JSON.stringify(student) });
  const { token } = (await answer.json()) as { token: string };
  return token;
}

/** The cookies of a student's login. */
async function cookieOf(url: string): Promise<string> {
  const token = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await token.json()) as { csrfToken: string };
  const cookies = pairsOf(token);
  const login = await fetch(`${url}/api/auth/callback/user`, {
    method: "POST",
    headers: { cookie: cookies },
    body: new URLSearchParams({ csrfToken, ...student, json: "true" }),
  });
  if (!login.ok) throw new Error(`The login was refused: ${await login.text()}`);
  return `${cookies}; ${pairsOf(login)}`;
}

const pairsOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
