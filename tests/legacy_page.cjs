// The older system's page with its real event library: asks once and prints what it shows as one line of JSON.
// node legacy_page.cjs PACKAGE URL BODY
const [folder, url, body] = process.argv.slice(2)
globalThis.window = globalThis
globalThis.document = { hidden: false, addEventListener() {}, removeEventListener() {} }
const { fetchEventSource } = require(folder)

const MARKER = '-_wrap_-'
const question = { uuid: 'temporary-question' }
const answer = { uuid: 'temporary-answer', remark: '', thinking: '', loading: true }
const labels = []
let failed = false

const object = (text) => {
  const value = JSON.parse(text)
  if (value === null || typeof value !== 'object') throw new SyntaxError('not an object')
  return value
}

function route({ event, data }) {
  if (event === '[START]') return
  if (event === '[STATE_CHANGED]') return void labels.push(data ? object(data).remark : '')
  if (event === '[THINKING]') return void (answer.thinking += data)
  if (event === '[AUDIO]') return
  if (event === '[ERROR]') throw new Error(data)
  if (event === '[DONE]') {
    const meta = object(data.replace('[META]', ''))
    Object.assign(question, meta.question)
    Object.assign(answer, meta.answer, { loading: false })
    return
  }
  answer.loading = true
  answer.remark += data.startsWith(MARKER) ? '\n' + data.slice(MARKER.length) : data
}

const fail = (why) => {
  failed = true
  Object.assign(answer, { remark: '系统提示：' + why, loading: false })
}

fetchEventSource(url, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Authorization: 'a-token-of-the-old-server' },
  body,
  openWhenHidden: true,
  async onopen(response) {
    if (!response.ok || response.headers.get('content-type') !== 'text/event-stream') throw new Error('Error')
  },
  onmessage: route,
  onerror(error) {
    fail(error.message)
    throw error
  },
})
  .catch(() => undefined)
  .then(() => console.log(JSON.stringify({ question, answer, labels, failed })))
