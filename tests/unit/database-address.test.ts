import { expect, test } from "vitest";
import { readEnv } from "@/env";
import { serversIn } from "@/lib/database-address";

test.each([
  ["postgres://u:p%40w@a:5432/db", ["postgres://u:p%40w@a:5432/db"]],
  [
    "postgres://u:p@a:5432,b:5433/db?target_session_attrs=read-write&sslmode=require",
    ["postgres://u:p@a:5432/db?sslmode=require", "postgres://u:p@b:5433/db?sslmode=require"],
  ],
  ["postgresql://[::1]:5432,b/db", ["postgresql://[::1]:5432/db", "postgresql://b/db"]],
  [
    "postgres://u@localhost/db?host=/one,/other&port=5432,5433",
    ["postgres://u@localhost/db?host=%2Fone&port=5432", "postgres://u@localhost/db?host=%2Fother&port=5433"],
  ],
  [
    "postgres://u@localhost/db?host=%2Fone,%2Fother&port=5433",
    ["postgres://u@localhost/db?host=%2Fone&port=5433", "postgres://u@localhost/db?host=%2Fother&port=5433"],
  ],
])("the database URL %s is split into its servers", (address, servers) => {
  expect(serversIn(address)).toEqual(servers);
  expect(readEnv({ DATABASE_URL: address }).DATABASE_URL).toBe(address);
});

test.each([
  "db.example",
  "mysql://a,b/db",
  "postgres://a:5432,b:port/db",
  "postgres://a,,b/db",
  "postgres://a,b/db?target_session_attrs=read-only",
  "postgres://a,b/db?target_session_attrs=standby",
  "postgres://a,b/db?target_session_attrs=prefer-standby",
])("the database URL %s is rejected", (address) => {
  expect(serversIn(address)).toEqual([]);
});
