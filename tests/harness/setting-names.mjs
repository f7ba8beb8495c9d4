/** Every setting of src/env.ts, for programs that run without a TypeScript loader. */
export const settingNames = [
  ...["PORT", "DATA_DIR", "DATABASE_URL", "APP_URL", "NEXTAUTH_SECRET", "ADMIN_USERNAME", "ADMIN_PASSWORD"],
  ...["UPLOADTHING_TOKEN", "UPLOADTHING_PRIVATE", "SMTP_URL", "MAIL_FROM", "MAIL_PER_MINUTE", "MAIL_PER_DAY"],
  ...["API_CORS_ORIGINS", "TRUSTED_PROXIES", "SIGNUPS_PER_HOUR", "MAX_UPLOAD_MB", "GATEWAY", "HSTS_SUBDOMAINS"],
  ...["SCANNER_URL", "BACKUP_DIR", "BACKUP_KEY", "METRICS_TOKEN", "OTEL_EXPORTER_OTLP_ENDPOINT", "LOG_LEVEL"],
];

/**
 * True for what belongs to a product that runs on this machine and must not reach the tests. GATEWAY passes: the tests run
 * with and without it.
 * @param {string} name
 */
export const isForeign = (name) =>
  (settingNames.includes(name) && name !== "GATEWAY") ||
  /^(NEXTAUTH_.*|UPLOADTHING_.*|OTEL_.*|NODE_ENV|FORCE_COLOR)$/.test(name);
