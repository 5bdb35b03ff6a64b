/** A rule that rings when a hive is light. */
export const ruleTerms = {
  conditions: [{ quantity: 'weight', is: 'below', value: 20 }],
  forMinutes: 0,
  hours: null,
  months: null,
  timeZone: 'Europe/Zurich',
}
export const rule = { name: 'Stores', terms: ruleTerms, everyOwn: true, scaleIds: [], channelIds: null, isOn: true }
