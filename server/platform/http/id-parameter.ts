import * as v from 'valibot'

/** A row's id in a path or query. */
export const IdText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, 'a number'), v.transform(Number))

/** `/…/:id` */
export const IdParameter = v.object({ id: IdText })

/** `1,2,3` in a query. */
export const IdListText = v.pipe(
  v.string(),
  v.maxLength(8000),
  v.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, 'numbers with commas between'),
  v.transform((text) => [...new Set(text.split(',').map(Number))]),
)
