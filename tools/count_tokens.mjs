// Counts the passages of tests/text/token_counts.json with o200k_base itself, and writes the
// counts into it. Run it after adding a passage:
//
//   cd $(mktemp -d) && npm install gpt-tokenizer
//   NODE_PATH=node_modules node <mohen>/tools/count_tokens.mjs
//
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(process.cwd() + "/");
const { encode } = require("gpt-tokenizer/encoding/o200k_base");

const file = new URL("../tests/text/token_counts.json", import.meta.url);
const passages = JSON.parse(readFileSync(file, "utf8"));
for (const each of passages) each.tokens = encode(each.text).length;
writeFileSync(file, JSON.stringify(passages, null, 1) + "\n");
console.log(`${passages.length} passages counted`);
