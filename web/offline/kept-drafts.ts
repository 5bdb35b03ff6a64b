import * as v from 'valibot'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Draft } from '../ui/form/shown-forms.ts'
import { allDrafts, draftKey, removeCopy, run } from './kept-copy.ts'

const KEPT_FOR_MS = 30 * DAY_MS
const Kept = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ at: v.number(), typed: v.record(v.string(), v.union([v.string(), v.boolean()])) }),
)

/** For this page only, if the browser does not store anything. */
const here = new Map<string, Draft>()
const placeOf = (owner: number, id: string) => draftKey(owner, id).join(' ')
let isTidied = false

/** Returns what somebody typed into a form and did not save; drafts older than a month are ignored. */
export async function findDraft(owner: number, id: string): Promise<Draft | undefined> {
  if (!isTidied) {
    isTidied = true
    await tidy()
  }
  const stored = v.safeParse(Kept, await run<unknown>('readonly', (store) => store.get(draftKey(owner, id))))
  return stored.success ? stored.output : here.get(placeOf(owner, id))
}

/** Stores a draft, on a full device in place of the copy of the answers. */
export async function keepDraft(owner: number, id: string, draft: Draft): Promise<void> {
  here.set(placeOf(owner, id), draft)
  const put = () => run<IDBValidKey>('readwrite', (store) => store.put(JSON.stringify(draft), draftKey(owner, id)))
  if (await put()) return
  await removeCopy()
  await put()
}

/** Drops a draft if it still contains `typed`, given as JSON; another tab may have stored a newer one for the same form. */
export async function dropDraft(owner: number, id: string, typed: string): Promise<void> {
  const isThat = (draft: Draft | undefined) => JSON.stringify(draft?.typed) === typed
  if (isThat(here.get(placeOf(owner, id)))) here.delete(placeOf(owner, id))
  await run('readwrite', (store) => {
    const request = store.openCursor(IDBKeyRange.only(draftKey(owner, id)))
    request.onsuccess = () => {
      const stored = v.safeParse(Kept, request.result?.value)
      if (stored.success && isThat(stored.output)) request.result!.delete()
    }
    return request
  })
}

/** Deletes old drafts: forms change, and some are never shown again the way they were. */
async function tidy(): Promise<void> {
  const [keys = [], texts = []] = await Promise.all([
    run<IDBValidKey[]>('readonly', (store) => store.getAllKeys(allDrafts())),
    run<unknown[]>('readonly', (store) => store.getAll(allDrafts())),
  ])
  for (const [index, key] of keys.entries()) {
    const draft = v.safeParse(Kept, texts[index])
    const isOld = !draft.success || !(Date.now() - draft.output.at < KEPT_FOR_MS)
    if (isOld) await run('readwrite', (store) => store.delete(key))
  }
}
