import * as v from 'valibot'
import { JsonMapping, type MappedValue } from '#domain/exchange/json-mapping.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { cutExample } from './cut-example.ts'
import { type JsonMappingRow, selectJsonMapping, upsertExample } from './json-mapping-queries.ts'

const EXAMPLE = 'json-example'
const KEPT_MS = 7 * DAY_MS
const UNMAPPED_EVERY_MS = 5000
const MAPPED_EVERY_MS = 10 * 60_000

/** What is known about a transmitter's JSON before a document is read. */
export type KnownMapping = { row: JsonMappingRow | undefined; mapping: MappedValue[] }

export async function readMapping(
  { database: { db } }: Pick<Deps, 'database'>,
  controllerId: number,
): Promise<KnownMapping> {
  const row = await selectJsonMapping(db, controllerId)
  return { row, mapping: parseMapping(row?.mapping) }
}

/** A damaged row counts as no mapping, rather than stopping ingest. */
function parseMapping(text: string | null | undefined): MappedValue[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), JsonMapping), text ?? '[]')
  return parsed.success ? parsed.output : []
}

/** Keeps a document, sealed, for its owner to look at: often while there is no mapping, else only occasionally. */
export async function keepExample(
  { database: { db }, clock, secrets }: Pick<Deps, 'database' | 'clock' | 'secrets'>,
  controllerId: number,
  { row, mapping }: KnownMapping,
  document: unknown,
): Promise<void> {
  const now = clock.now()
  const age = now - Number(row?.example_at ?? Number.NEGATIVE_INFINITY)
  if (age >= 0 && age < (mapping.length === 0 ? UNMAPPED_EVERY_MS : MAPPED_EVERY_MS)) return
  const text = cutExample(document)
  if (text === undefined) return
  await upsertExample(db, controllerId, { example_sealed: secrets.seal(text, EXAMPLE), example_at: now })
}

/** The last document that was kept; null if there is none, or if it cannot be opened. */
export function openExample({ secrets }: Pick<Deps, 'secrets'>, row: JsonMappingRow | undefined): unknown {
  const text = row?.example_sealed ? secrets.open(row.example_sealed, EXAMPLE) : undefined
  return text === undefined ? null : JSON.parse(text)
}

/** Documents from before this time (epoch ms) are deleted. */
export const exampleLimit = (nowMs: number): number => nowMs - KEPT_MS
