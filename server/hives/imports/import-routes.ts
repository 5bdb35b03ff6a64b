import type { ReadableStream } from 'node:stream/web'
import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import * as v from 'valibot'
import {
  IMPORT_MAXIMUM_BYTES,
  Import,
  ImportConfirmBody,
  ImportPreviewBody,
  ImportReply,
  ImportSummary,
  OPEN_WORKBOOK_TYPE,
  WORKBOOK_TYPE,
} from '#domain/hives/import.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter } from '../../platform/http/id-parameter.ts'
import { createRateLimit } from '../../platform/http/limits/rate-limit.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { checkMapping } from './check-mapping.ts'
import { confirmImport } from './confirm-import.ts'
import { selectImports } from './import-queries.ts'
import { receiveImport } from './receive-import.ts'
import { requireImport } from './require-import.ts'
import { toImport, toImportSummary } from './to-import.ts'
import { undoImport } from './undo-import.ts'

const UPLOADS_AN_HOUR = 30

const describeUpload = describeRoute({
  tags: ['import'],
  summary: 'Upload a table of readings; none of them is stored until it is confirmed',
  description: `The file itself is the body, up to ${IMPORT_MAXIMUM_BYTES / 1024 / 1024} MiB: a text table, or a workbook (.xlsx, .ods), whose first sheet with a table becomes one, together with those that have the same names of columns. Then preview it with its columns, poll it until its status is checked, and confirm it. If the findings have \`names\`, a column says whose each row is, and rows of several would be mixed: preview it again with a scale for each name that you want in \`names\` of the mapping (\`{ "columns": [2], "rows": [{ "cells": ["Hive 3"], "scaleId": 7 }] }\`), with one of the names in \`only\` (\`[{ "column": 2, "value": "Hive 3" }]\`), or with \`null\` there for all rows; without a value, a column there is taken for such a one. If the values found have \`of\`, add their column and them to \`names\`. If the names say what was measured, as in a table with a row for each quantity, give each its \`quantity\` there. Until then, confirming is refused with 409 \`import_rows_mixed\`.`,
  requestBody: {
    required: true,
    content: {
      'text/csv': { schema: { type: 'string' } },
      [WORKBOOK_TYPE]: { schema: { type: 'string', format: 'binary' } },
      [OPEN_WORKBOOK_TYPE]: { schema: { type: 'string', format: 'binary' } },
    },
  },
  responses: {
    201: { description: 'What was uploaded', content: { 'application/json': { schema: resolver(ImportReply) } } },
  },
})

/** The upload route only: its body is not JSON and larger than any other, so it is mounted before the body limits of the others. */
export const importUploadRoutes = (deps: Deps) => {
  const uploads = createRateLimit(UPLOADS_AN_HOUR, 3600)
  return new Hono<Env>().post(
    '/imports',
    describeUpload,
    requireAccount,
    validate('query', v.object({ name: v.optional(v.pipe(v.string(), v.maxLength(255)), 'import.csv') })),
    async (c) => {
      const account = signedIn(c)
      const announcedBytes = Number(c.req.header('content-length') ?? 0)
      if (announcedBytes > IMPORT_MAXIMUM_BYTES) throw new AppError(413, 'import_too_large')
      await uploads.consume(String(account.accountId))
      // not asked for before it is read: the server could no longer skip it after a refusal
      const body = () => c.req.raw.body as ReadableStream | null
      const { name } = c.req.valid('query')
      const sheetHeading = translate(c.get('locale'), 'import.sheet')
      const row = await receiveImport(deps, account, { name, body, announcedBytes, sheetHeading })
      const message = translate(c.get('locale'), 'import.message.uploaded')
      return c.json({ message, ...(await toImport(deps.database.db, row)) }, 201)
    },
  )
}

export const importRoutes = (deps: Deps) => {
  const { db } = deps.database
  return new Hono<Env>()
    .get(
      '/imports',
      answers('import', 'Your own imports, newest first', v.array(ImportSummary)),
      requireAccount,
      async (c) => {
        const rows = await selectImports(db, signedIn(c).accountId)
        return c.json(rows.map((row) => toImportSummary(row)))
      },
    )
    .get(
      '/imports/:id',
      answers('import', 'One import: its first lines, its progress and what the check found', Import),
      requireAccount,
      validate('param', IdParameter),
      async (c) => c.json(await toImport(db, await requireImport(db, signedIn(c), c.req.valid('param').id))),
    )
    .post(
      '/imports/:id/preview',
      answers(
        'import',
        'Parse the file, or only the rows with some names, with these columns, without storing anything',
        ImportReply,
      ),
      requireAccount,
      validate('param', IdParameter),
      validate('json', ImportPreviewBody),
      async (c) => {
        const row = await checkMapping(deps, signedIn(c), c.req.valid('param').id, c.req.valid('json').mapping)
        const message = translate(c.get('locale'), 'import.message.checking')
        return c.json({ message, ...(await toImport(db, row)) })
      },
    )
    .post(
      '/imports/:id/confirm',
      answers(
        'import',
        'Store what the check found; with its mapping, only unless another one was checked since (409 import_checked_anew)',
        ImportReply,
      ),
      requireAccount,
      validate('param', IdParameter),
      validate('json', ImportConfirmBody),
      async (c) => {
        const row = await confirmImport(deps, signedIn(c), c.req.valid('param').id, c.req.valid('json').mapping)
        const message = translate(c.get('locale'), 'import.message.importing')
        return c.json({ message, ...(await toImport(db, row)) })
      },
    )
    .post(
      '/imports/:id/undo',
      answers('import', 'Remove exactly the readings that an import added', ImportReply),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const row = await undoImport(deps, signedIn(c), c.req.valid('param').id)
        const message = translate(c.get('locale'), 'import.message.undoing')
        return c.json({ message, ...(await toImport(db, row)) })
      },
    )
}
