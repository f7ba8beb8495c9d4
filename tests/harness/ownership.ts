/** The models that the machinery owns, by its folders. */
const ofServer: Record<string, string[]> = {
  "server/auth": ["User", "Session", "AccountToken", "SecondFactor", "StaffGrant"],
  "server/roster": ["Student", "PersonName", "FormerId", "PersonChange", "Enrolment", "Guardianship", "Consent"],
  "server/access-codes": ["AccessCode"],
  "server/batches": ["Batch", "BatchRow"],
  "server/mail": ["Mail", "MailOutage", "MailChoice", "MailPace"],
  "server/audit": ["AuditEvent", "AuditLink"],
  "server/files": ["Upload"],
  "server/rate-limits": ["Throttle"],
  "server/rest": ["IdempotencyKey"],
  "server/response-cache": ["PublicList"],
  "server/privacy": ["ErasedRow"],
  "server/tasks": ["BackgroundTask"],
};

/** Files that work on tables of others: backups on all of them, an erasure and its repetition after a restore by id. */
const exceptions: { from: RegExp; tables: RegExp }[] = [
  { from: /^server\/backup\//, tables: /./ },
  {
    from: /^server\/privacy\/erasure/,
    tables:
      /^(mails|users|former_ids|submissions|contact_messages|access_codes|guardianships|consents|notices|notice_audiences)$/,
  },
  // What was ended is ended again after a restore.
  {
    from: /^server\/privacy\/ended/,
    tables:
      /^(access_codes|staff_grants|guardianships|results|result_withdrawals|exams|exam_absences|calendar_feeds|notices|report_cards|report_card_series|consents|submissions|users|sessions|second_factors|materials|uploads)$/,
  },
  // Whoever gets a code is held in the meantime.
  { from: /^server\/access-codes\//, tables: /^(users|students|enrolments|guardianships)$/ },
  // Every call of the staff begins with what they may do, and whether they have shown the second step that is demanded.
  { from: /^server\/auth\/grants/, tables: /^(subjects|subject_spellings|settings)$/ },
  // The fingerprint of the secret lies beside what the office has set (decision 349).
  { from: /^server\/auth\/other-secret/, tables: /^settings$/ },
  // So does what the last check of the audit trail found.
  { from: /^server\/audit\/chain/, tables: /^settings$/ },
  // A login looks whether the email that confirms the address is on its way.
  { from: /^server\/auth\/missed-confirmation/, tables: /^mails$/ },
  // So does whether they have children here.
  { from: /^server\/auth\/principals/, tables: /^guardianships$/ },
  { from: /^server\/observability\/status/, tables: /^uploads$/ },
  // What the institute says of itself stands in mails and documents that no room writes.
  { from: /^server\/institute\/published/, tables: /^institute_versions$/ },
  { from: /^server\/institute\/pictures/, tables: /^(institute_pictures|institute_picture_files|institute_versions)$/ },
  // An account that is joined to an entry of the roster brings everything along.
  {
    from: /^server\/roster\//,
    tables:
      /^(users|results|mails|sessions|account_tokens|staff_grants|mark_drafts|exam_absences|notice_audiences|notice_receipts|mail_choices|report_cards|report_card_entries)$/,
  },
  // What people have noted of a student keeps the student.
  { from: /^server\/roster\/noted/, tables: /^(subject_exemptions|submissions|notices)$/ },
  {
    from: /^server\/roster\/attach-/,
    tables: /^(access_codes|subject_exemptions|calendar_feeds|exams|submissions|report_card_sets)$/,
  },
  // A planned release with marks that go, or go to another entry, comes back.
  { from: /^server\/roster\/planned-releases/, tables: /^(exams|exam_events)$/ },
  // Two guardians who are one person bring everything along, too.
  { from: /^server\/roster\/join-guardians/, tables: /^(result_reads|access_codes)$/ },
  // A restored database is as old as its oldest person (decision 361).
  { from: /^server\/mail\/kept-emails/, tables: /^users$/ },
  // A mail leaves for the address that its person has by then.
  { from: /^server\/mail\/queue/, tables: /^users$/ },
  // An exam that is released again may say of somebody that they were absent.
  { from: /^features\/results\/data-versions/, tables: /^exam_absences$/ },
  // Who reads results is asked in one statement, by the rows of the sheets.
  { from: /^server\/roster\/(readers|sheet-people)/, tables: /^(subjects|exams|school_years)$/ },
  // Guardians are told of a result, as long as their links last.
  { from: /^features\/results\/data-news/, tables: /^(guardianships|users)$/ },
  // A test that moves takes its unreleased exams along (decision 338).
  { from: /^features\/schedules\/mutations-exams/, tables: /^(exams|exam_events)$/ },
  // An intake takes the open applications that came before it (decision 347).
  { from: /^features\/intakes\/mutations/, tables: /^submissions$/ },
  // Whom a notice is for is counted, shown and written to in one statement each, however many they are.
  {
    from: /^features\/notices\/(data|mutations)/,
    tables: /^(users|students|enrolments|guardianships|staff_grants|mails|mail_choices)$/,
  },
  // What is new to a guardian is counted with the children.
  { from: /^features\/guardians\/data\./, tables: /^result_reads$/ },
  // The roster is read and a class is promoted in one statement each, with the people and their latest results.
  {
    from: /^features\/(students|enrolments|imports|guardians|exams|report-cards)\/(data|mutations)/,
    tables:
      /^(users|students|person_names|person_changes|enrolments|guardianships|consents|school_years|results|result_withdrawals|access_codes|batches|batch_rows|staff_grants)$/,
  },
];

type Model = { name: string; table: string };

function modelsOf(schema: string): Model[] {
  return [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name = "", body = ""]) => ({
    name,
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
  }));
}

const folderOf = (path: string) => path.split("/").slice(0, 2).join("/");

/** The folders that claim each model: by `models` of their manifest, or the list above. */
function claimsOf(files: ReadonlyMap<string, string>): [folder: string, model: string][] {
  const rooms = [...files].flatMap(([path, text]) => {
    const isManifest = /^features\/[^/]+\/feature\.ts$/.test(path);
    const models = isManifest ? /^ {2}models: \{\n([\s\S]*?)^ {2}\}/m.exec(text)?.[1] : undefined;
    return [...(models ?? "").matchAll(/^ {4}(\w+): \{/gm)].map(([, model = ""]): [string, string] => [
      folderOf(path),
      model,
    ]);
  });
  const server = Object.entries(ofServer).flatMap(([folder, models]) =>
    models.map((model): [string, string] => [folder, model]),
  );
  return [...rooms, ...server];
}

const isSql = /\$(query|execute)Raw|Prisma\.sql|\bsql<|\.query(<[^>]*>)?\(/;

// What follows is looked ahead at, since it may begin the next: `prisma.client.result`.
const delegates = /(?:db\(\)|\b(?:tx|prisma|client))(?=\s*\.\s*(\w+))/g;
const sqlNames = /\b(?:from|join|into|update|using|,)(?=\s+(\w+))/g;

const wordsIn = (text: string, words: RegExp) => new Set([...text.matchAll(words)].map(([, word]) => word));

/** The tables that a file touches by Prisma's client or by name in its SQL. */
function tablesIn(text: string, models: Model[]): string[] {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
  const asked = wordsIn(code, delegates);
  const named = isSql.test(code) ? wordsIn(code, sqlNames) : new Set();
  return models.flatMap(({ name, table }) => {
    const delegate = name.charAt(0).toLowerCase() + name.slice(1);
    return asked.has(delegate) || named.has(table) ? [table] : [];
  });
}

/** Models without exactly one owner, and files that touch a table of another room. */
export function ownershipFaults(files: ReadonlyMap<string, string>, schema: string): string[] {
  const models = modelsOf(schema);
  const claims = claimsOf(files);
  const owners = new Map(models.map(({ name, table }) => [table, claims.filter(([, model]) => model === name)]));
  const unowned = models
    .filter(({ table }) => owners.get(table)?.length !== 1)
    .map(({ name, table }) => `${name} has ${owners.get(table)?.length} owners`);
  const unknown = claims
    .filter(([, model]) => models.every(({ name }) => name !== model))
    .map(([folder, model]) => `${folder} owns ${model}, which is no model`);
  const reached = [...files].flatMap(([path, text]) =>
    tablesIn(text, models)
      .filter((table) => owners.get(table)?.[0]?.[0] !== folderOf(path))
      .filter((table) => !exceptions.some(({ from, tables }) => from.test(path) && tables.test(table)))
      .map((table) => `src/${path} touches ${table}, which is of ${owners.get(table)?.[0]?.[0]}`),
  );
  return [...unowned, ...unknown, ...reached];
}

export function unlistedRooms(files: ReadonlyMap<string, string>): string[] {
  const folders = new Set([...files.keys()].flatMap((path) => /^features\/([^/]+)\//.exec(path)?.[1] ?? []));
  return [...folders].flatMap((room) => {
    const manifests = (
      [
        ["feature.ts", "index.ts"],
        ["pages.ts", "pages.ts"],
      ] as const
    ).filter(([file]) => files.has(`features/${room}/${file}`));
    if (manifests.length === 0) return [`features/${room} has no manifest`];
    return manifests
      .filter(([file, list]) => !files.get(`features/${list}`)?.includes(`"./${room}/${file.slice(0, -3)}"`))
      .map(([file, list]) => `features/${list} lacks features/${room}/${file}`);
  });
}
