import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as engine from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import type { Connection } from "@/server/db/client";

/**
 * The SQL to migrate the database to the Prisma schema in `schemaText`; empty if they match. Ignores constraints that Prisma
 * does not support, such as CHECK. Changes nothing.
 */
export async function schemaDiff(connection: Connection, schemaText: string): Promise<string> {
  await loadEngine();
  const schema = { path: "schema.prisma", content: schemaText };
  const pool = new pg.Pool({ ...connection, max: 2 });
  const adapter = bindMigrationAwareSqlAdapterFactory(catalogueAdapter(pool));
  const running = await engine.SchemaEngine.new({ datamodels: [[schema.path, schema.content]] }, () => {}, adapter);
  try {
    const { exitCode, stdout } = await running.diff({
      from: { tag: "schemaDatasource", files: [schema], configDir: "." },
      to: { tag: "schemaDatamodel", files: [schema] },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return exitCode === 0 ? "" : (stdout ?? "");
  } finally {
    running.free();
    await pool.end();
  }
}

const charOid = 18;
const jsonOid = 114;

/**
 * Prisma's adapter for `pool` with support for PostgreSQL's type "char", which the engine reads from the catalogue but the
 * adapter rejects. The type is disguised as JSON, which does not occur in the catalogue.
 */
function catalogueAdapter(pool: pg.Pool): PrismaPg {
  pool.on("connect", (client) => {
    client.connection.prependListener("rowDescription", ({ fields }: { fields: pg.FieldDef[] }) => {
      for (const field of fields) if (field.dataTypeID === charOid) field.dataTypeID = jsonOid;
    });
  });
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      const isChar = (type: number) => type === ColumnTypeEnum.Json;
      return {
        ...result,
        columnTypes: result.columnTypes.map((type) => (isChar(type) ? ColumnTypeEnum.Character : type)),
      };
    };
    return adapter;
  };
  return factory;
}

let loading: Promise<void> | undefined;

/** Loads Prisma's schema engine as WebAssembly; the native one would be downloaded on first use. */
function loadEngine(): Promise<void> {
  loading ??= (async () => {
    const glue = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
    const program = await readFile(glue.replace(/\.js$/, ".wasm"));
    const imports: WebAssembly.Imports = { "./schema_engine_bg.js": { ...engine } as WebAssembly.ModuleImports };
    const { instance } = await WebAssembly.instantiate(program, imports);
    Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: reportPanic } });
    engine.__wbg_set_wasm(instance.exports);
    const start = instance.exports.__wbindgen_start;
    if (typeof start === "function") start();
  })();
  return loading;
}

function reportPanic(message: string): never {
  throw new Error(`Prisma's schema engine panicked: ${message}`);
}
