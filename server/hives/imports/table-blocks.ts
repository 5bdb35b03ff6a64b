const ANNOTATION = /^#(datatype|group|default)$/

/**
 * Reads a file of several tables, as InfluxDB writes one for each kind of value: each has rows of annotations and names of its own, and
 * maybe other columns. Returns a function that puts the cells of one row after the other into the columns of the first table, and new
 * columns after them; undefined for what stands above the others. Any other file stays as it is.
 * Source: https://docs.influxdata.com/influxdb/v2/reference/syntax/annotated-csv/
 */
export function createBlockReader(): (cells: string[]) => string[] | undefined {
  const places = new Map<string, number>()
  let width = 0
  let order: number[] | undefined
  let isAnnotated = false

  return (cells) => {
    const isFirst = places.size === 0
    if (ANNOTATION.test(cells[0] ?? '')) {
      isAnnotated = true
      return isFirst ? cells : undefined
    }
    if (isAnnotated || isHeader(cells)) {
      isAnnotated = false
      if (isFirst) width = cells.length
      for (const [at, name] of cells.entries()) if (!places.has(name)) places.set(name, isFirst ? at : width++)
      if (isFirst) return cells
      order = cells.map((name) => places.get(name)!)
      return undefined
    }
    if (!order) return cells
    const row = Array.from({ length: width }, () => '')
    for (const [at, place] of order.entries()) row[place] = cells[at] ?? ''
    return row
  }
}

/** How the names of such a table begin without annotations. */
const isHeader = ([first, second, third]: readonly string[]): boolean =>
  first === '' && second === 'result' && third === 'table'
