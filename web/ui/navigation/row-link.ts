import { createLink } from '@tanstack/react-router'
import { RowAnchor } from '../display/table.tsx'

/** What opens a row of a table, as a link to a route. Apart, as phones do not load tables before they need one. */
export const RowLink = createLink(RowAnchor)
