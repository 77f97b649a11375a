// Reads the statements of a PostgreSQL script.

const tokens = new RegExp(
  [
    String.raw`--[^\n]*`,
    String.raw`/\*[^]*?(?:\*/|$)`,
    String.raw`"(?:[^"]|"")*"`,
    String.raw`[eE]'(?:[^'\\]|''|\\[^])*'|'(?:[^']|'')*'`,
    String.raw`(?<dollar>\$(?:[A-Za-z_]\w*)?\$)[^]*?\k<dollar>`,
    String.raw`[\w\u0080-\uffff][\w$\u0080-\uffff]*`,
    String.raw`[^]`,
  ].join('|'),
  'gu',
);

/**
 * Returns the statements without their comments and semicolons.
 * @param {string} script
 */
function statementsOf(script) {
  const statements = [''];
  for (const [text] of script.matchAll(tokens)) {
    if (text === ';') statements.push('');
    else statements[statements.length - 1] += /^(?:--|\/\*)/.test(text) ? ' ' : text;
  }
  return statements.map((sql) => sql.trim()).filter((sql) => sql !== '');
}

const createIndex =
  /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(?<index>"(?:[^"]|"")+"|(?!on\b)[\w$]+)\s+on\b/i;
const otherIndex = /^(?:drop|reindex)\s+index\s+concurrently\b/i;
const validation = /^alter\s+table\s[^,]*\svalidate\s+constraint\s[^,]*$/i;

/**
 * Returns the statements of a script that only creates indexes with CONCURRENTLY and a name, drops
 * or rebuilds them; `undefined` for other scripts. `index` is the name of a new index in SQL.
 * @param {string} script
 */
export function concurrentStatements(script) {
  const statements = statementsOf(script).map((sql) => ({
    sql,
    index: createIndex.exec(sql)?.groups?.index,
  }));
  const areConcurrent = statements.every(({ sql, index }) => index ?? otherIndex.test(sql));
  return statements.length > 0 && areConcurrent ? statements : undefined;
}

/**
 * Returns whether the script can run again after a failure: it only validates constraints.
 * @param {string} script
 */
export function isRepeatable(script) {
  const statements = statementsOf(script);
  return statements.length > 0 && statements.every((sql) => validation.test(sql));
}
