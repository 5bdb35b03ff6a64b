import { createLink } from '@tanstack/react-router'
import { RowAnchor } from '../display/table.tsx'

/** The link that opens a table row, as a link to a route. In a separate file because phones do not load tables until they need one. */
export const RowLink = createLink(RowAnchor)
