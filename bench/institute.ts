import { hash } from "@node-rs/argon2";
import pg from "pg";
import { connectToCluster } from "../src/server/postgres/cluster";
import { launch, removeFolder, startedFolder } from "../tests/harness/launch.mjs";
import { password, seed } from "./seed";

type Product = Awaited<ReturnType<typeof launch>>;

/** A running product with many materials and a logged-in student. */
export type Institute = {
  url: string;
  pid: number;
  product: Product;
  dataDir: string;
  connection: pg.ClientConfig;
  cookie: string;
  /** Students with their tokens, beginning with the logged-in one. */
  students: Student[];
  /** A guardian of each of these students. */
  guardians: Student[];
  /** Stops the product and removes its data. */
  stop: () => Promise<void>;
};

export type Student = { email: string; token: string };

export const adminPassword = "chalk and seven lanterns";

/** Starts the product on fresh data and fills it. @param logFile its output */
export async function openInstitute(logFile: string, materials = 1_000): Promise<Institute> {
  const dataDir = await startedFolder();
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
    await seed(database, materials, await hash(password)).finally(() => database.end());
    const all = (who: string) =>
      Promise.all(Array.from({ length: 16 }, (_, n) => logIn(url, `${who}${n + 1}@school.example`)));
    const [students, guardians] = [await all("student"), await all("guardian")];
    return { url, pid, product, dataDir, connection, cookie: await cookieOf(url), students, guardians, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function logIn(url: string, email: string): Promise<Student> {
  const answer = await fetch(`${url}/api/student/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await answer.json()) as { token: string };
  return { email, token };
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
