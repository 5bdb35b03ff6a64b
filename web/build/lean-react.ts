import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/**
 * Features of React that no page of this app uses: the app is rendered only in the browser, so nothing is hydrated and no style or script is hoisted out of a
 * component; and it has no view transitions, no form actions and no fragment references. Names and numbers are those of React 19.
 */
const absent = {
  /**
   * Kinds of fibers (`ReactWorkTags.js`): dehydrated boundary, list of boundaries, scope, legacy hidden, hoistable, singleton (html, head, body), view
   * transition, activity.
   */
  tags: [18, 19, 21, 23, 26, 27, 30, 31],
  /** Variables that are never true. */
  variables: ['isHydrating', 'shouldStartViewTransition'],
  /** Properties that always have this value. */
  properties: { isDehydrated: 'false', dehydrated: 'null', stylesheets: 'null' },
  /** The lanes that may start a view transition, as in the check whether a change has only such lanes. */
  lanes: 335544064,
  /** Functions that would always return false or have nothing to do. */
  functions: [
    'isHostHoistableType',
    'isFragmentInstanceParent',
    'popHydrationState',
    'updateDehydratedSuspenseComponent',
    // events that wait until their target is hydrated
    'queueIfContinuousEvent',
    'retryIfBlockedOn',
    // the component stack of an error; only the error itself is reported
    'getStackByFiberInDevAndProd',
  ],
  hooks: ['useActionState', 'useFormState', 'useOptimistic', 'useHostTransitionStatus'],
  methods: ['exports.hydrateRoot', 'FragmentInstance.prototype.'],
}
/** Of what the client provides to `react-dom`, only `flushSync` is used: no preload hints, no form reset. */
const client = { name: 'ReactDOMSharedInternals.d', used: 'f' }

/** Removes from React what no page uses, so that the minifier can drop what was reachable only from there: a fifth of React, which every first visit loads. */
export function leanReact(): Plugin {
  return {
    name: 'hivewatch-lean-react',
    apply: 'build',
    transform: {
      filter: { id: /\/react-dom-client\.production\.js$/ },
      handler: (code) => ({ code: withoutAbsent(code), map: null }),
    },
  }
}

type Edit = { start: number; end: number; text: string }

/** Throws if any of these is missing: this version of React names it differently or works differently. */
export function withoutAbsent(code: string): string {
  const edits: Edit[] = []
  const unmet = new Set<string | number>([
    ...absent.tags,
    ...absent.variables,
    ...Object.keys(absent.properties),
    absent.lanes,
    ...absent.functions,
    ...absent.hooks,
    ...absent.methods,
    client.name,
  ])
  const met = (rule: string | number, { start, end }: Omit<Edit, 'text'>, text: string) => {
    unmet.delete(rule)
    edits.push({ start, end, text })
  }
  /** Names that are not used as a value: targets of assignments, declarations, and callees. */
  const bare = new Set<ESTree.Node>()
  /** The functions being visited, and the cases that were removed entirely. */
  const bodies: ESTree.Node[] = []
  const taken: ESTree.Node[] = []
  const textOf = ({ start, end }: ESTree.Node) => code.slice(start, end)
  /** The node including a comma after it. */
  const removed = ({ start, end }: ESTree.Node) => ({ start, end: code[end] === ',' ? end + 1 : end })

  new Visitor({
    BinaryExpression(node) {
      if (node.operator !== '===' && node.operator !== '!==') return
      const tag = isTag(node.right) ? absentTag(node.left) : isTag(node.left) ? absentTag(node.right) : undefined
      if (tag) met(tag, node, String(node.operator === '!=='))
      const { left } = node
      const asked = left.type === 'ParenthesizedExpression' ? left.expression : left
      if (asked.type === 'BinaryExpression' && asked.operator === '&' && numberOf(asked.right) === absent.lanes)
        met(absent.lanes, node, 'false')
    },
    SwitchStatement({ discriminant, cases }) {
      if (!isTag(discriminant)) return
      let isReached = false
      for (const one of cases) {
        const tag = one.test && absentTag(one.test)
        // what remains without a label is dead code after a `return` or `break`; otherwise it is reached from the case above
        if (tag) met(tag, isReached ? { ...one, end: one.consequent[0]?.start ?? one.end } : one, '')
        if (tag && !isReached) taken.push(one)
        isReached ||= !tag
      }
    },
    FunctionDeclaration({ id, params, body }) {
      if (body) bodies.push(body)
      for (const param of params) bare.add(param)
      if (id && body && absent.functions.includes(id.name)) met(id.name, body, '{ return false }')
    },
    'FunctionDeclaration:exit'({ body }) {
      if (body) bodies.pop()
    },
    FunctionExpression({ params }) {
      for (const param of params) bare.add(param)
    },
    VariableDeclarator({ id, start }) {
      bare.add(id)
      const body = bodies.at(-1)
      // variables are function-scoped, wherever they are declared
      if (body && taken.some((one) => one.start <= start && start < one.end))
        edits.push({ start: body.start + 1, end: body.start + 1, text: `var ${textOf(id)};` })
    },
    AssignmentExpression({ left, right }) {
      bare.add(left)
      // React's compiler may reuse a variable that is no longer needed for another value
      if (left.type === 'Identifier' && absent.variables.includes(left.name) && !/^!?[01]$/.test(textOf(right)))
        throw new Error(`\`${textOf(left)}\` of react-dom may be \`${textOf(right)}\`: look again at \`leanReact\``)
      if (textOf(left) !== client.name || right.type !== 'ObjectExpression') return
      for (const one of right.properties) if (keyOf(one) !== client.used) met(client.name, removed(one), '')
    },
    ExpressionStatement(node) {
      if (node.expression.type !== 'AssignmentExpression') return
      const assigned = textOf(node.expression.left)
      const method = absent.methods.find((one) => assigned.startsWith(one))
      if (method) met(method, node, '')
    },
    Property(node) {
      bare.add(node.key)
      const key = keyOf(node)
      if (key && absent.hooks.includes(key)) met(key, removed(node), '')
    },
    MemberExpression(node) {
      if (node.computed || node.property.type !== 'Identifier') return
      bare.add(node.property)
      const { name } = node.property
      if (!bare.has(node) && isKeyOf(absent.properties, name)) met(name, node, absent.properties[name])
    },
    Identifier(node) {
      if (!bare.has(node) && absent.variables.includes(node.name)) met(node.name, node, 'false')
    },
  }).visit(parseSync('react-dom-client.js', code).program)

  if (unmet.size > 0) throw new Error(`react-dom has no ${[...unmet].join(', ')}: look again at \`leanReact\``)
  return edited(code, edits)
}

/** Applies the edits; a longer edit replaces those inside it. */
function edited(code: string, edits: Edit[]): string {
  let text = ''
  let at = 0
  for (const edit of edits.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < at) continue
    text += code.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + code.slice(at)
}

/** Whether the node is the tag of a fiber. */
function isTag(node: ESTree.Node): boolean {
  if (node.type === 'Identifier') return /^(tag|grandTag)$/.test(node.name)
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'tag'
}

const numberOf = (node: ESTree.Node) =>
  node.type === 'Literal' && typeof node.value === 'number' ? node.value : undefined

function absentTag(node: ESTree.Node): number | undefined {
  const number = numberOf(node)
  return number !== undefined && absent.tags.includes(number) ? number : undefined
}

function keyOf(property: ESTree.Node): string | undefined {
  return property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : undefined
}

const isKeyOf = <T extends object>(record: T, key: PropertyKey): key is keyof T => Object.hasOwn(record, key)
