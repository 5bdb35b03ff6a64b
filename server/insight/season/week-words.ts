import type { SeasonAdvice } from '#domain/insight/season-advice.ts'
import { needsOf } from '#domain/insight/season-needs.ts'
import { needsSomebody } from '#domain/insight/season-urgency.ts'
import type { Locale } from '#domain/platform/locale.ts'
import { adviceLine, hivesLine } from '../../alerts/notifications/words/season-notice-words.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import type { Site } from '../../platform/http/site-address.ts'
import { translate } from '../../platform/runtime/translate.ts'

/** `weekKg`: the gain or loss over seven days, net of what was added or removed by hand; null if unknown. */
export type WeekOfHive = { name: string; advice: SeasonAdvice; weekKg: number | null }
export type WeekOfPlace = { place: string; hives: WeekOfHive[] }
type Reader = { language: Locale; country: string }

/** Limits on what a mail lists, since mail programs cut off longer ones; further hives and places are only counted. */
const HIVES_TOLD = 40
const PLACES_TOLD = 20

/** Returns the week in a few lines: how many hives need attention, then what is to be done at each place. */
export function weekWords(reader: Reader, places: readonly WeekOfPlace[]): { title: string; lines: string[] } {
  const needy = places.flatMap(({ hives }) => hives).filter(({ advice }) => needsSomebody(advice)).length
  const lines = places.flatMap(({ place, hives }) =>
    placeLines(reader, hives).map((line) => lineOf(reader, place, line)),
  )
  const nothing = translate(reader, 'season-mail.nothing')
  return { title: translate(reader, 'season-mail.subject', { needy }), lines: lines.length > 0 ? lines : [nothing] }
}

/**
 * Returns the weekly mail as text and as simple HTML: for each place what is to be done, then the gain and the sentence of
 * each hive; places that need something come first. `unsubscribe`: the URL that asks whether to end the mails.
 */
export function buildWeekMail(
  reader: Reader,
  places: readonly WeekOfPlace[],
  { origin, name, unsubscribe }: Site & { unsubscribe: string | undefined },
) {
  const { title } = weekWords(reader, places)
  const word = (id: string, values?: Record<string, string | number>) => translate(reader, id, values)
  const all = places.map(({ place, hives }) => ({ place, hives, needs: placeLines(reader, hives) }))
  const sorted = all.toSorted((a, b) => Number(b.needs.length > 0) - Number(a.needs.length > 0))
  const parts = sorted.slice(0, PLACES_TOLD).map(({ place, hives, needs }) => ({
    place,
    needs: needs.length > 0 ? needs : [word('season-mail.nothing')],
    hives: [
      ...hives.slice(0, HIVES_TOLD).map((hive) => hiveLine(reader, hive)),
      ...more(reader, hives.slice(HIVES_TOLD)),
    ],
  }))
  const rest = more(
    reader,
    sorted.slice(PLACES_TOLD).flatMap(({ hives }) => hives),
  )
  const how = word('season-mail.how')
  const links = [
    { words: word('notification.mail.open', { name }), url: origin && `${origin}/dashboard` },
    { words: word('season-mail.change'), url: origin && `${origin}/settings/notifications` },
    ...(unsubscribe ? [{ words: word('season-mail.end'), url: unsubscribe }] : []),
  ]
  const text = [
    title,
    ...parts.flatMap(({ place, needs, hives }) => ['', place, ...needs, '', ...hives.map((line) => `- ${line}`)]),
    ...rest.flatMap((line) => ['', line]),
    '',
    how,
    '',
    ...links.map(({ words, url }) => (url ? lineOf(reader, words, url) : words)),
    '',
  ].join('\n')
  const html = [
    '<!doctype html>',
    `<html lang="${reader.language}"><body style="font-family:sans-serif">`,
    `<h1 style="font-size:20px">${escapeHtml(title)}</h1>`,
    ...parts.map(
      ({ place, needs, hives }) =>
        `<h2 style="font-size:17px">${escapeHtml(place)}</h2><p><strong>${needs.map(escapeHtml).join('<br>')}</strong></p><ul>${hives.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
    ),
    ...rest.map((line) => `<p>${escapeHtml(line)}</p>`),
    `<p style="font-size:13px">${escapeHtml(how)}</p>`,
    ...links.map(
      ({ words, url }) => `<p>${url ? `<a href="${escapeHtml(url)}">${escapeHtml(words)}</a>` : escapeHtml(words)}</p>`,
    ),
    '</body></html>',
  ].join('\n')
  return { subject: title.replace(/\s+/g, ' '), text, html }
}

/** Says how many hives are not listed, if any. */
const more = (reader: Reader, hives: readonly WeekOfHive[]): string[] =>
  hives.length > 0 ? [translate(reader, 'season-mail.more', { count: hives.length })] : []

/** Returns what is to be done at a place, and how many hives are silent: it would be wrong to say that nothing is to be done for those. */
function placeLines(reader: Reader, hives: readonly WeekOfHive[]): string[] {
  const count = hives.filter(({ advice }) => advice.kind === 'old').length
  const silent = count > 0 ? [translate(reader, 'season-mail.silent', { count })] : []
  return [...needLines(reader, hives), ...silent]
}

function needLines(reader: Reader, hives: readonly WeekOfHive[]): string[] {
  const names = new Map(hives.map(({ name, advice }) => [advice.scaleId, name]))
  return needsOf(hives.map(({ advice }) => advice)).map(
    ({ lead, scaleIds }) =>
      `${adviceLine(reader, lead, scaleIds.length)} ${hivesLine(
        reader,
        scaleIds.map((id) => names.get(id) ?? ''),
      )}`,
  )
}

function hiveLine(reader: Reader, { name, advice, weekKg }: WeekOfHive): string {
  const gain =
    weekKg === null
      ? translate(reader, 'season-mail.gainUnknown')
      : translate(reader, 'season-mail.gain', { kg: weekKg })
  // what is to be done is listed above
  return lineOf(reader, name, needsSomebody(advice) ? gain : `${gain} ${adviceLine(reader, advice)}`)
}

const lineOf = (reader: Reader, name: string, text: string): string =>
  translate(reader, 'season-mail.of', { name, text })
