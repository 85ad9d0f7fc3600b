// Ask DuckDB from Node, as ask.py does from Python.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const [, , folder] = process.argv;
const require = createRequire(`${folder}/`);
const { DuckDBInstance } = require("@duckdb/node-api");

const request = JSON.parse(readFileSync(0, "utf8"));
const instance = await DuckDBInstance.create(
  request.database ?? ":memory:",
  request.database === null ? {} : { access_mode: "READ_ONLY" },
);
const connection = await instance.connect();
for (const statement of request.before) await connection.run(statement);
const answers = [];
for (const statement of request.statements) {
  try {
    const reader = await connection.runAndReadAll(statement);
    answers.push(reader.getRows()[0][0]);
  } catch (error) {
    answers.push(String(error));
  }
}
process.stdout.write(JSON.stringify(answers));
