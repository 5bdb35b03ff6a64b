import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PREFIX_BYTES } from './common-passwords.ts'

/**
 * Regenerates `hashes.bin`: `node server/people/accounts/common-passwords/build.ts <folder of @zxcvbn-ts/language-common 3.0.4>`. Its list is
 * ordered by how common each password is; its license is next to this file.
 */
const COUNT = 10_000
const [folder = '.'] = process.argv.slice(2)
const passwords: string[] = JSON.parse(readFileSync(path.join(folder, 'src/passwords.json'), 'utf8'))
const prefixes = ['', ...passwords.slice(0, COUNT)].map((typed) =>
  hash('sha256', typed, 'buffer').subarray(0, PREFIX_BYTES),
)
const sorted = [...new Set(prefixes.map((bytes) => bytes.toString('hex')))].sort()
writeFileSync(path.join(import.meta.dirname, 'hashes.bin'), Buffer.from(sorted.join(''), 'hex'))
