/** Patterns of library messages, which must not reach users. */
export const libraryWords =
  /Invalid (input|option|key|string|ISO|date|UUID|email address|union|type)|expected \w+, received|Unrecognized key|Too (big|small)|Unexpected (token|end)|in JSON|at position \d|\bzod\b|prisma|TypeError|undefined/i;
