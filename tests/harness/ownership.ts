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

/** Files that may touch other rooms' tables: backups touch all of them; an erasure, also when a restore repeats it, works by id. */
const exceptions: { from: RegExp; tables: RegExp }[] = [
  { from: /^server\/backup\//, tables: /./ },
  {
    from: /^server\/privacy\/erasure/,
    tables:
      /^(mails|users|former_ids|submissions|contact_messages|access_codes|guardianships|consents|notices|notice_audiences)$/,
  },
  // After a restore, what had ended is ended again.
  {
    from: /^server\/privacy\/ended/,
    tables:
      /^(access_codes|staff_grants|guardianships|results|result_withdrawals|exams|exam_absences|calendar_feeds|notices|notice_versions|report_cards|report_card_series|consents|submissions|users|sessions|second_factors|materials|uploads)$/,
  },
  // The person who gets a code is locked while it is made.
  { from: /^server\/access-codes\//, tables: /^(users|students|enrolments|guardianships)$/ },
  // Every call by staff first checks what they may do, and whether they have passed the second step if it is required.
  { from: /^server\/auth\/grants/, tables: /^(subjects|subject_spellings|settings)$/ },
  // The fingerprint of the secret is stored with the office's settings (decision 349).
  { from: /^server\/auth\/other-secret/, tables: /^settings$/ },
  // So is the result of the last check of the audit trail.
  { from: /^server\/audit\/chain/, tables: /^settings$/ },
  // A login checks whether the email that confirms the address is on its way.
  { from: /^server\/auth\/missed-confirmation/, tables: /^mails$/ },
  // A login also checks whether the person has children here.
  { from: /^server\/auth\/principals/, tables: /^guardianships$/ },
  { from: /^server\/observability\/status/, tables: /^uploads$/ },
  // Mails and documents that no room writes contain the institute's words about itself.
  { from: /^server\/institute\/published/, tables: /^institute_versions$/ },
  { from: /^server\/institute\/pictures/, tables: /^(institute_pictures|institute_picture_files|institute_versions)$/ },
  // Joining an account to an entry of the roster moves all of its rows.
  {
    from: /^server\/roster\//,
    tables:
      /^(users|results|mails|sessions|account_tokens|staff_grants|mark_drafts|exam_absences|notice_audiences|notice_receipts|mail_choices|report_cards|report_card_entries)$/,
  },
  // A student about whom something is noted is kept.
  { from: /^server\/roster\/noted/, tables: /^(subject_exemptions|submissions|notices)$/ },
  {
    from: /^server\/roster\/attach-/,
    tables: /^(access_codes|subject_exemptions|calendar_feeds|exams|submissions|report_card_sets)$/,
  },
  // A planned release becomes a draft again if its marks are deleted or move to another entry.
  { from: /^server\/roster\/planned-releases/, tables: /^(exams|exam_events)$/ },
  // Joining two guardians who are one person moves all rows, too.
  { from: /^server\/roster\/join-guardians/, tables: /^(result_reads|access_codes)$/ },
  // A restored database is as old as its oldest person (decision 361).
  { from: /^server\/mail\/kept-emails/, tables: /^users$/ },
  // A mail goes to the address that its person has when it leaves.
  { from: /^server\/mail\/queue/, tables: /^users$/ },
  // An exam that is released again may list a student as absent.
  { from: /^features\/results\/data-versions/, tables: /^exam_absences$/ },
  // One statement finds the readers of results from the rows of the sheets.
  { from: /^server\/roster\/(readers|sheet-people)/, tables: /^(subjects|exams|school_years)$/ },
  // Guardians are told of a result as long as their links last.
  { from: /^features\/results\/data-news/, tables: /^(guardianships|users)$/ },
  // Moving a test moves its unreleased exams, too (decision 338).
  { from: /^features\/schedules\/mutations-exams/, tables: /^(exams|exam_events)$/ },
  // A new intake takes over the open applications that came before it (decision 347).
  { from: /^features\/intakes\/mutations/, tables: /^submissions$/ },
  // Counting, showing and writing to the recipients of a notice takes one statement each, however many they are.
  {
    from: /^features\/notices\/(data|mutations)/,
    tables: /^(users|students|enrolments|guardianships|staff_grants|mails|mail_choices)$/,
  },
  // What is new to a guardian is counted together with the children.
  { from: /^features\/guardians\/data\./, tables: /^result_reads$/ },
  // Reading the roster and promoting a class take one statement each, with the people and their latest results.
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

// A lookahead for what follows, since it may begin the next match: `prisma.client.result`.
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
