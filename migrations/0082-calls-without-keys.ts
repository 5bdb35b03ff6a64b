import { type Kysely, sql } from 'kysely'
import { isPostgres } from './column-type.ts'

const HIDDEN = '•••'
const AFTER_SCHEME = /:\/\/[^\s"'<>\\]+/g
const PAGE = 500

type Call = { id: number; subject_id: string; after: string }

/** Calls recorded by 1.0.0 contain codes and keys in their paths, and complete web addresses that were sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await (isPostgres(db)
    ? sql`alter table audit disable trigger audit_never_changed`
    : sql`drop trigger if exists audit_never_changed`
  ).execute(db)
  for (let last = 0; ; ) {
    const { rows } = await sql<Call>`
      select id, subject_id, "after" from audit where id > ${last} and action = 'call.make' and "after" is not null
      order by id limit ${PAGE}`.execute(db)
    for (const { id, subject_id, after } of rows) {
      const kept = withoutKeys(subject_id, after)
      if (kept !== after) await sql`update audit set "after" = ${kept} where id = ${id}`.execute(db)
    }
    const end = rows.at(-1)
    if (!end) break
    last = Number(end.id)
  }
  await (isPostgres(db)
    ? sql`alter table audit enable trigger audit_never_changed`
    : sql`
    create trigger if not exists audit_never_changed before update on audit
    begin select raise(abort, 'entries of the audit are never changed'); end`
  ).execute(db)
}

/** `call`: the method and the route. Parameters that are not numbers are replaced by their names. */
function withoutKeys(call: string, after: string): string {
  const { path, ...sent } = parsed(after)
  const route = call.slice(call.indexOf(' ') + 1).split('/')
  const shown = path
    ?.split('/')
    .map((part, at) => (route[at]?.startsWith(':') && !/^\d+$/.test(part) ? route[at] : part))
  return JSON.stringify({ ...(shown && { path: shown.join('/') }), ...(originsAlone(sent) as object) })
}

/** Damaged rows yield nothing. */
function parsed(text: string): { path?: string } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function originsAlone(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(AFTER_SCHEME, hostAlone)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(originsAlone)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, originsAlone(inner)]))
}

const hostAlone = (rest: string): string => `://${URL.canParse(`https${rest}`) ? new URL(`https${rest}`).host : HIDDEN}`
