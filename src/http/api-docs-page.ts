export const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Lyceum API</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/page.css">
<header><a href="/"><img src="/icon.svg" alt="" width="28" height="28"> Lyceum</a><a href="/api/openapi.json">openapi.json</a></header>
<div id="reference"><noscript>The description itself: <a href="/api/openapi.json">openapi.json</a></noscript></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</html>
`;

export const start = `const within = (label, heading) => (Part, { React: { createElement } }) => (given) =>
  createElement("section", { "aria-label": label }, heading && createElement("h2", null, label), createElement(Part, given));
const named = (label) => (Part, { React: { createElement } }) => (given) =>
  createElement(Part, { "aria-label": label, "aria-hidden": false, ...given });
// Labels and headings for screen readers, which Swagger UI lacks.
const accessible = () => ({
  wrapComponents: {
    InfoContainer: within("About the API"),
    AuthorizeBtnContainer: within("Authorization", true),
    // It would offer a choice of one server.
    ServersContainer: () => () => null,
    // A button must not contain a link.
    DeepLink: (_, { React: { createElement } }) => ({ text }) => createElement("span", null, text),
    TextArea: named("Request body"),
    CloseIcon: named("Close"),
    operations: (Part, { React: { createElement, Fragment } }) => (given) =>
      createElement(Fragment, null, createElement("h2", null, "Paths"), createElement(Part, given)),
  },
});
SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#reference",
  plugins: [accessible],
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // Disable Swagger UI's online validator.
  validatorUrl: null,
});
`;

// The colours are those of src/app/globals.css: by day, by night.
const colours = `
  --color-paper: light-dark(oklch(0.981 0.009 85), oklch(0.208 0.017 222));
  --color-surface: light-dark(oklch(0.997 0.003 85), oklch(0.247 0.019 222));
  --color-sunken: light-dark(oklch(0.952 0.014 85), oklch(0.29 0.02 222));
  --color-ink: light-dark(oklch(0.255 0.032 235), oklch(0.945 0.011 85));
  --color-ink-soft: light-dark(oklch(0.44 0.025 235), oklch(0.785 0.016 95));
  --color-line: light-dark(oklch(0.885 0.017 85), oklch(0.335 0.02 222));
  --color-line-strong: light-dark(oklch(0.6 0.02 100), oklch(0.6 0.022 215));
  --color-accent: light-dark(oklch(0.44 0.085 205), oklch(0.805 0.088 193));
  --color-accent-soft: light-dark(oklch(0.937 0.02 182), oklch(0.315 0.042 205));
  --color-on-accent: light-dark(oklch(0.99 0.006 85), oklch(0.21 0.03 220));
  --color-danger: light-dark(oklch(0.475 0.165 27), oklch(0.79 0.11 27));
  --color-danger-soft: light-dark(oklch(0.957 0.019 30), oklch(0.29 0.034 25));
  --color-success: light-dark(oklch(0.435 0.1 152), oklch(0.82 0.1 152));
  --color-success-soft: light-dark(oklch(0.95 0.025 152), oklch(0.288 0.03 155));
  --color-warn: light-dark(oklch(0.475 0.095 68), oklch(0.83 0.1 80));
  --color-warn-soft: light-dark(oklch(0.953 0.04 85), oklch(0.3 0.04 75));`;

// Each method has one colour: it reads, adds, changes or deletes.
const methods = [
  ["get", "accent"],
  ["post", "success"],
  ["put", "warn"],
  ["patch", "warn"],
  ["delete", "danger"],
].map(
  ([method, colour]) => `
  .opblock.opblock-${method} { --method: var(--color-${colour}); --method-soft: var(--color-${colour}-soft); }`,
);

export const style = `@font-face {
  font-family: Figtree;
  src: url("/api/docs/figtree.woff2") format("woff2");
  font-weight: 300 900;
  font-display: swap;
}
:root {
  color-scheme: light dark;${colours}
}
body {
  margin: 0;
  background: var(--color-paper);
  color: var(--color-ink);
  font-family: Figtree, system-ui, sans-serif;
  -webkit-font-smoothing: antialiased;
}
body > header {
  display: flex;
  justify-content: space-between;
  align-items: center;
  box-sizing: border-box;
  max-width: 62rem;
  margin: 0 auto;
  padding: 1rem;
  a { color: var(--color-accent); text-underline-offset: 0.2em; }
  a:first-child {
    display: flex;
    align-items: center;
    gap: 0.625rem;
    color: var(--color-ink);
    font-size: 1.1875rem;
    font-weight: 650;
    text-decoration: none;
  }
}
:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 2px; }
/* More specific than the rules of Swagger UI. */
:root:root .swagger-ui {
  background: none;
  color: var(--color-ink);
  font-family: inherit;
  :is(h1, h2, h3, h4, h5, label, p, li, td, th, button, input, select, textarea, small, div, span, a):not(code, pre, .microlight *) {
    font-family: inherit;
  }
  code, pre, .microlight { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-weight: 500; }
  :is(p, li, td, th, label, small, h2, h3, h4, h5, .title) { color: var(--color-ink); }
  a, .info__license a, a.nostyle { color: var(--color-accent); }
  a.nostyle { color: inherit; }
  .wrapper { max-width: 62rem; padding: 0 1rem; box-sizing: border-box; }
  h2 { margin: 0; font-size: 1.375rem; font-weight: 650; letter-spacing: -0.012em; }

  .info {
    margin: 1rem 0 1.5rem;
    .title { font-size: clamp(2rem, 1.6rem + 1.8vw, 2.875rem); font-weight: 650; letter-spacing: -0.026em; }
    .title small, .title small.version-stamp {
      top: 0;
      margin-left: 0.625rem;
      padding: 0.25rem 0.625rem;
      vertical-align: middle;
      letter-spacing: normal;
      border-radius: 0.375rem;
      background: var(--color-accent-soft);
    }
    .title small pre.version { color: var(--color-accent); font-weight: 600; }
    .main .link { display: none; }
    .info__license { display: flex; gap: 0.375rem; font-size: 0.9375rem; }
    .info__license::before { content: "Licence:"; }
    p { max-width: 46rem; margin-inline: 0; font-size: 1.0625rem; line-height: 1.6; }
    a { text-decoration: underline; text-underline-offset: 0.2em; }
  }
  :is(.markdown, .renderedMarkdown) code { background: var(--color-sunken); color: var(--color-ink); font-weight: 500; }

  .scheme-container { margin: 0 0 2rem; padding: 0; background: none; box-shadow: none; }
  .schemes.wrapper { align-items: center; gap: 0; margin: 0 auto; }
  section[aria-label="Authorization"] {
    margin: 0;
    display: flex;
    flex: auto;
    justify-content: space-between;
    align-items: center;
    padding: 1rem 1.25rem;
    border: 1px solid var(--color-line);
    border-radius: 1rem;
    background: var(--color-surface);
    .auth-wrapper { margin: 0; padding: 0; }
  }
  .btn {
    min-height: 2.75rem;
    border: 1px solid var(--color-line-strong);
    border-radius: 0.625rem;
    box-shadow: none;
    color: var(--color-ink);
    font-weight: 600;
    &, &.authorize span { display: inline-flex; align-items: center; float: none; }
    svg { fill: var(--color-ink-soft); color: var(--color-ink-soft); }
    &:hover { border-color: var(--color-ink); }
    &.authorize { padding: 0 1rem; border-color: var(--color-line-strong); color: var(--color-ink); }
    &.authorize span { padding: 0 0.5rem 0 0; }
    &.execute { justify-content: center; border-color: var(--color-accent); background: var(--color-accent); color: var(--color-on-accent); }
    &.cancel { border-color: var(--color-danger); color: var(--color-danger); }
  }

  .opblock-tag-section {
    border: 1px solid var(--color-line);
    border-bottom: 0;
    background: var(--color-surface);
    overflow: clip;
  }
  span:first-child > .opblock-tag-section { border-radius: 1rem 1rem 0 0; }
  span:last-child > .opblock-tag-section { border-bottom: 1px solid var(--color-line); border-radius: 0 0 1rem 1rem; }
  h2 + .wrapper, h2 + div { margin-top: 0.75rem; }
  .opblock-tag {
    margin: 0;
    padding: 1.0625rem 1.25rem;
    border: 0;
    color: var(--color-ink);
    font-size: 1.0625rem;
    font-weight: 650;
    &:hover { background: var(--color-sunken); }
    small, small p { margin: 0; color: var(--color-ink-soft); font-size: 0.9375rem; }
    button { margin-left: auto; }
    button svg { fill: var(--color-ink-soft); }
  }
  .opblock-tag-section.is-open { padding-bottom: 0.875rem; }
  ${methods.join("")}
  .opblock {
    margin: 0 1.25rem;
    border: 0;
    border-top: 1px solid var(--color-line);
    border-radius: 0;
    background: none;
    box-shadow: none;
    .opblock-summary { padding: 0.375rem 0; border: 0; border-color: var(--color-line); }
    .opblock-summary-method {
      min-width: 4.5rem;
      padding: 0.25rem 0;
      border-radius: 0.375rem;
      background: var(--method-soft);
      color: var(--method);
      font-size: 0.8125rem;
      font-weight: 700;
      text-shadow: none;
    }
    .opblock-summary-path { color: var(--color-ink); font-size: 0.9375rem; font-weight: 550; }
    .opblock-summary-description { color: var(--color-ink-soft); font-size: 0.9375rem; }
    .opblock-section-header {
      min-height: 2.75rem;
      border: 0;
      border-top: 1px solid var(--color-line);
      background: none;
      box-shadow: none;
      padding: 0.25rem 0;
    }
    .opblock-section-header h4, .opblock-title { font-size: 1rem; font-weight: 650; }
    .tab-header .tab-item.active h4 span::after { background: var(--color-accent); }
    .opblock-body > .opblock-description-wrapper { padding: 0.75rem 0; border: 0; color: var(--color-ink); font-size: 0.9375rem; }
    .parameters-container, .responses-inner, .opblock-description { padding-inline: 0; }
    .table-container { padding: 0; }
    .execute-wrapper { padding: 1rem 0; }
  }
  :is(.authorization__btn, .expand-operation, .opblock-control-arrow) svg { display: block; }
  .authorization__btn svg, .expand-operation svg, .opblock-control-arrow svg { color: var(--color-ink-soft); fill: var(--color-ink-soft); opacity: 1; }
  table thead tr :is(td, th) { border-color: var(--color-line); color: var(--color-ink-soft); }
  table.headers td { color: inherit; }
  .parameter__name { color: var(--color-ink); font-weight: 600; }
  .parameter__name.required span, .parameter__name.required::after { color: var(--color-danger); }
  .parameter__type, .prop-type, .prop-format, .parameter__in, .response-col_links, .response-control-media-type__accept-message { color: var(--color-ink-soft); }
  .response-control-media-type--accept-controller select, input, select, textarea {
    border: 1px solid var(--color-line-strong);
    border-radius: 0.625rem;
    background-color: var(--color-surface);
    box-shadow: none;
    color: var(--color-ink);
  }
  select { appearance: auto; background-image: none; padding-right: 0.75rem; }
  .tab li { color: var(--color-ink); }
  .tab li button.tablinks { color: inherit; }

  section.models {
    margin: 2rem 0 4rem;
    border: 1px solid var(--color-line);
    border-radius: 1rem;
    background: var(--color-surface);
    h4, &.is-open h4 { margin: 0; border-color: var(--color-line); padding: 0.875rem 1.25rem; }
    h4 button { color: var(--color-ink); font-size: 1.0625rem; font-weight: 650; }
    h4 svg { fill: var(--color-ink-soft); }
  }
  .json-schema-2020-12 { background: var(--color-sunken); }
  .json-schema-2020-12-accordion, .json-schema-2020-12-expand-deep-button { background: none; color: var(--color-ink-soft); }
  :is(.json-schema-2020-12__title, .json-schema-2020-12-property .json-schema-2020-12__title, .json-schema-2020-12-keyword__name) { color: var(--color-ink); }
  :is(.json-schema-2020-12__attribute, .json-schema-2020-12-keyword__value) { color: var(--color-accent); }
  .json-schema-2020-12__attribute--muted, .json-schema-2020-12-keyword__value--extension { color: var(--color-ink-soft); }
  .json-schema-2020-12__constraint, .json-schema-2020-12__constraint--string { background-color: var(--color-accent-soft); color: var(--color-accent); }
  .json-schema-2020-12-property--required > .json-schema-2020-12:first-of-type > .json-schema-2020-12-head .json-schema-2020-12__title::after { color: var(--color-danger); }

  .dialog-ux .modal-ux {
    border: 1px solid var(--color-line);
    border-radius: 1rem;
    background: var(--color-surface);
    color: var(--color-ink);
    :is(h3, h4, p, label) { color: var(--color-ink); }
  }
  .dialog-ux .modal-ux-header, .auth-container { border-color: var(--color-line); }
  .close-modal svg { fill: var(--color-ink); }

  .responses-inner .curl, .highlight-code > .microlight {
    max-height: none;
    overflow: visible !important;
    white-space: pre-wrap !important;
    overflow-wrap: anywhere;
    border-radius: 0.625rem;
  }
  .download-contents { background: #4d5463; color: #fff; }
  @media (max-width: 40rem) {
    .opblock-tag { padding-inline: 1rem; }
    .opblock-tag small { display: none; }
    .opblock { margin-inline: 1rem; }
    .opblock .opblock-summary-method { min-width: 4rem; }
    .opblock-body { overflow-x: auto; }
    .parameters-col_name, .parameters-col_description { display: block; width: auto; }
  }
}
`;
