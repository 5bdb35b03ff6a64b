import { Hono } from 'hono'
import * as v from 'valibot'
import { Rule, RuleBody, RuleEdit, RuleRemovedReply, RuleReply, RuleTrial, RuleTrialBody } from '#domain/alerts/rule.ts'
import type { Deps } from '../../deps.ts'
import { createFairTurns } from '../../platform/http/connections/fair-turns.ts'
import type { Env } from '../../platform/http/env.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { addRule } from './add-rule.ts'
import { editRule } from './edit-rule.ts'
import { listRules } from './list-rules.ts'
import { removeRule } from './remove-rule.ts'
import { tryRule } from './try-rule.ts'

const Parameter = v.object({ id: v.pipe(v.string(), v.uuid()) })

export const ruleRoutes = (deps: Deps) => {
  const turns = createFairTurns(2, 1)
  return new Hono<Env>()
    .get('/rule', answers('rule', 'Your own rules', v.array(Rule)), requireAccount, async (c) =>
      c.json(await listRules(deps, signedIn(c))),
    )
    .post(
      '/rule',
      answers('rule', 'Add a rule; repeating it with the same id changes nothing', RuleReply, 201, { 200: RuleReply }),
      requireAccount,
      validate('json', RuleBody),
      async (c) => {
        const { rule, isNew } = await addRule(deps, signedIn(c), c.req.valid('json'))
        return c.json({ message: translate(c.get('locale'), 'rule.message.added'), ...rule }, isNew ? 201 : 200)
      },
    )
    .post(
      '/rule/trial',
      answers('rule', 'When a rule would have raised alarms in the past; nothing is stored', RuleTrial),
      requireAccount,
      validate('json', RuleTrialBody),
      async (c) => {
        const account = signedIn(c)
        const work = () => tryRule(deps, account, c.req.valid('json'))
        return c.json(await turns.run(String(account.accountId), c.req.raw.signal, work))
      },
    )
    .post(
      '/rule/:id',
      answers('rule', 'Change a rule, or switch it off or on', RuleReply),
      requireAccount,
      validate('param', Parameter),
      validate('json', RuleEdit),
      async (c) => {
        const rule = await editRule(deps, signedIn(c), c.req.valid('param').id, c.req.valid('json'))
        return c.json({ message: translate(c.get('locale'), 'rule.message.saved'), ...rule })
      },
    )
    .delete(
      '/rule/:id',
      answers('rule', 'Remove a rule; adding it again with its id restores it', RuleRemovedReply),
      requireAccount,
      validate('param', Parameter),
      async (c) => {
        const { id } = c.req.valid('param')
        await removeRule(deps, signedIn(c), id)
        return c.json({ message: translate(c.get('locale'), 'rule.message.removed'), id })
      },
    )
}
