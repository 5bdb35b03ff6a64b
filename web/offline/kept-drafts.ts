import * as v from 'valibot'
import { appSettings } from '../app-settings.ts'
import { type Draft, drafting } from '../ui/form/shown-forms.ts'
import { typedEarlier } from './earlier-form.ts'
import { allDrafts, draftKey, removeCopy, run } from './kept-copy.ts'

/** More than anybody leaves unfinished. */
const MOST = 100
const typed = v.record(v.string(), v.union([v.string(), v.boolean()]))
/** `turn` grows with each draft that is stored, whatever the clock says; `revision` is the app's. Drafts of 1.0.0 lack both. */
const Kept = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ at: v.number(), typed, turn: v.optional(v.number(), 0), revision: v.optional(v.string()) }),
)

/** For this page only, if the browser does not store anything. */
const here = new Map<string, Draft>()
drafting.forgotten = () => here.clear()
const placeOf = (owner: number, id: string) => draftKey(owner, id).join(' ')
let isTidied = false
/** The turn of the draft that was stored last. */
let turn = 0

/** Returns what somebody typed into a form and did not save. */
export async function findDraft(owner: number, id: string): Promise<Draft | undefined> {
  if (!isTidied) {
    isTidied = true
    await tidy()
  }
  const stored = v.safeParse(Kept, await run<unknown>('readonly', (store) => store.get(draftKey(owner, id))))
  if (!stored.success) return here.get(placeOf(owner, id)) ?? takeOver(owner, id)
  return { at: stored.output.at, typed: stored.output.typed }
}

/** Returns what was typed into a form whose fields an update of the app has changed since, and stores it as a draft of the form as it is now. */
async function takeOver(owner: number, id: string): Promise<Draft | undefined> {
  for (const { key, kept } of await drafts(allDrafts(owner))) {
    const now = kept && kept.revision !== appSettings.revision && typedEarlier(String(key[2]), kept.typed, id)
    if (!now) continue
    const draft = { at: kept.at, typed: now }
    await keepDraft(owner, id, draft)
    await run('readwrite', (store) => store.delete(key))
    return draft
  }
  return undefined
}

/** Stores a draft, on a full device in place of the copy of the answers. */
export async function keepDraft(owner: number, id: string, draft: Draft): Promise<void> {
  here.set(placeOf(owner, id), draft)
  const text = JSON.stringify({ ...draft, turn: ++turn, revision: appSettings.revision })
  const put = () => run<IDBValidKey>('readwrite', (store) => store.put(text, draftKey(owner, id)))
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

/**
 * Deletes damaged drafts, and those beyond the last hundred: forms change, and some are never shown again the way they were. No age counts, because a phone's
 * clock may be wrong by years, when a draft is stored or now.
 */
async function tidy(): Promise<void> {
  const all = await drafts(allDrafts())
  const intact = all.flatMap(({ kept }) => kept?.turn ?? []).sort((a, b) => b - a)
  turn = Math.max(turn, intact[0] ?? 0)
  const last = intact[MOST - 1] ?? 0
  for (const { key, kept } of all) {
    if (!kept || kept.turn < last) await run('readwrite', (store) => store.delete(key))
  }
}

type Stored = { key: IDBValidKey[]; kept: v.InferOutput<typeof Kept> | undefined }

/** Returns the stored drafts in a range; damaged ones have no content. */
async function drafts(range: IDBKeyRange): Promise<Stored[]> {
  const [keys = [], texts = []] = await Promise.all([
    run<IDBValidKey[]>('readonly', (store) => store.getAllKeys(range)),
    run<unknown[]>('readonly', (store) => store.getAll(range)),
  ])
  return keys.map((key, index) => {
    const draft = v.safeParse(Kept, texts[index])
    return { key: key as IDBValidKey[], kept: draft.success ? draft.output : undefined }
  })
}
