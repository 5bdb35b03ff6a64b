import type { Locale } from '#domain/platform/locale.ts'

/** The word for each thing in each language. `docs/terms.md` shows the same table. */
export const terms: readonly ({ thing: string } & Record<Locale, string>)[] = [
  { thing: 'what sends', en: 'transmitter', de: 'Sender', fr: 'émetteur', es: 'transmisor' },
  { thing: 'to make it one’s own', en: 'register', de: 'registrieren', fr: 'enregistrer', es: 'registrar' },
  { thing: 'to begin a session', en: 'sign in', de: 'anmelden', fr: 'se connecter', es: 'entrar' },
  { thing: 'where the bees live', en: 'hive', de: 'Beute', fr: 'ruche', es: 'colmena' },
  { thing: 'the bees in it', en: 'colony', de: 'Volk', fr: 'colonie', es: 'colonia' },
  { thing: 'what weighs it', en: 'scale', de: 'Stockwaage', fr: 'balance', es: 'báscula' },
  { thing: 'what it weighs with', en: 'load cell', de: 'Wägezelle', fr: 'cellule de pesée', es: 'célula de carga' },
  { thing: 'box for honey', en: 'super', de: 'Honigraum', fr: 'hausse', es: 'alza' },
  { thing: 'one measurement', en: 'reading', de: 'Messung', fr: 'mesure', es: 'medición' },
  { thing: 'what tells of a swarm', en: 'alarm', de: 'Alarm', fr: 'alarme', es: 'alarma' },
  { thing: 'what an alarm does', en: 'ring', de: 'klingeln', fr: 'sonner', es: 'sonar' },
  {
    thing: 'what reaches a phone',
    en: 'notification',
    de: 'Benachrichtigung',
    fr: 'notification',
    es: 'notificación',
  },
  { thing: 'the way it takes', en: 'channel', de: 'Kanal', fr: 'canal', es: 'canal' },
  { thing: 'that it is over', en: 'all clear', de: 'Entwarnung', fr: 'fin d’alarme', es: 'fin de alarma' },
  { thing: 'to look on', en: 'watch', de: 'beobachten', fr: 'observer', es: 'observar' },
  { thing: 'what the beekeeper did', en: 'intervention', de: 'Eingriff', fr: 'intervention', es: 'intervención' },
  { thing: 'where it stands', en: 'place', de: 'Standort', fr: 'lieu', es: 'lugar' },
  { thing: 'strong nectar', en: 'flow', de: 'Tracht', fr: 'miellée', es: 'mielada' },
  { thing: 'bees that steal', en: 'robbing', de: 'Räuberei', fr: 'pillage', es: 'pillaje' },
  { thing: 'more weight than before', en: 'gain', de: 'Zunahme', fr: 'gain', es: 'ganancia' },
  { thing: 'what a script signs in with', en: 'token', de: 'Token', fr: 'jeton', es: 'token' },
  { thing: 'what comes after a swarm', en: 'course', de: 'Verlauf', fr: 'suite', es: 'curso' },
  { thing: 'what is to be done then', en: 'follow-up', de: 'Aufgabe', fr: 'tâche', es: 'tarea' },
  {
    thing: 'what an order brings',
    en: 'order key',
    de: 'Bestellschlüssel',
    fr: 'clé de commande',
    es: 'clave de pedido',
  },
]

/** What no text may say again, and what it says instead. */
export const forbidden: Record<Locale, readonly { pattern: RegExp; instead: string }[]> = {
  de: [
    { pattern: /\bWaagen?\b/, instead: 'Stockwaage' },
    { pattern: /\b(Mitteilung|Meldung)(en)?\b/, instead: 'Benachrichtigung; from a device: Nachricht' },
    { pattern: /Benachrichtigungsweg/, instead: 'Benachrichtigungskanal' },
    { pattern: /Anmeldecode|anmeldbar|Sender (an|anzu)melden|Ihren Sender .* an\./, instead: 'registrieren' },
    { pattern: /Es war (einer|eine|keiner|keine)$/, instead: 'Trifft zu, Trifft nicht zu' },
    { pattern: /\b(ge)?läut(en|et)\b/, instead: 'klingeln' },
    { pattern: /\b(Zargen?|Aufsätze?)\b/, instead: 'Honigraum' },
    { pattern: /\b(Akkus?|Fühler)\b/, instead: 'Batterie, Sensor' },
    { pattern: /\d’\d|\d\.\d+ (kg|V)\b/, instead: '10 000, 0,5 kg' },
  ],
  en: [
    {
      pattern:
        /\bis no (valid |text )?(table|version|token|number|e-mail|GeoJSON|firmware|date|mobile|order key|IBAN|YAML|Polygon)/,
      instead: 'is not a …',
    },
    { pattern: /Nobody’s/, instead: 'no transmitter, no owner' },
    { pattern: /\bPercent have\b|after the point/, instead: 'Percentages have … decimal places' },
    { pattern: /\bbelongs? here\b|\banew\b|\ball the same\b/, instead: 'is needed here, again, anyway' },
    { pattern: /\b(exists|known|registered|paid|taken) already\b/, instead: 'already exists' },
    { pattern: /\bno longer good\b|\bis good for\b|(still|not) good\b/, instead: 'valid' },
    { pattern: /\bfetched (at|there)\b|\bpaid back\b|\bpay (it|this) back\b/, instead: 'picked up, refunded' },
    { pattern: /\b(is|are) to have\b|\bgiven out\b/, instead: 'should have, rolled out' },
    { pattern: /\bof it VAT\b|\ba line a\b|\bone line a\b/i, instead: 'of which VAT, one line per' },
    { pattern: /\bcannot be\}|\bGo on\b/, instead: 'is impossible, Continue' },
    { pattern: /\bneighbour|\bcolour/, instead: 'American spelling' },
    { pattern: /\d (AM|PM)\b/, instead: '24 hours' },
  ],
  fr: [
    { pattern: /\balertes?\b/i, instead: 'alarme' },
    { pattern: /\bavis\b|avertissement/i, instead: 'notification' },
    { pattern: /\b(suivez|suivies?)\b/, instead: 'observer' },
    { pattern: /cellules? de charge|capteurs? de pesage/i, instead: 'cellule de pesée' },
    { pattern: /C’en était un|Ce n’en était pas un/, instead: 'C’est exact, C’est faux' },
    { pattern: /\bcalibr(er|ez|ation)\b/i, instead: 'étalonner' },
  ],
  es: [
    { pattern: /\bavisos?\b/i, instead: 'notificación' },
    { pattern: /\balertas?\b/i, instead: 'alarma' },
    { pattern: /\blecturas?\b/i, instead: 'medición' },
    { pattern: /\bbalanzas?\b/i, instead: 'báscula' },
    { pattern: /\bemisor(es)?\b/i, instead: 'transmisor' },
  ],
}
