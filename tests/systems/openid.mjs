// An OpenID provider that others wrote (oidc-provider, certified), with people of a hospital in it.
// node openid.mjs PORT: REDIRECT and SIGN_OUT name our addresses, LOGOUT our back channel, KEY the name of its key.
import { generateKeyPairSync } from "node:crypto";
import { Provider } from "oidc-provider";

const port = Number(process.argv[2]);
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const people = {
  lin: { preferred_username: "lin", name: "Lin Wen", groups: ["front-nurses"] },
  chen: { preferred_username: "chen", name: "Dr Chen", groups: ["front-doctors"], department: "CARD" },
  gone: { preferred_username: "gone", name: "Gone", groups: ["cleaning"] },
  boss: { preferred_username: "admin", name: "Boss", groups: ["front-admins"] },
};

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: "frontdesk",
      client_secret: "a-secret-of-the-client",
      redirect_uris: [process.env.REDIRECT],
      post_logout_redirect_uris: [process.env.SIGN_OUT],
      ...(process.env.LOGOUT && { backchannel_logout_uri: process.env.LOGOUT, backchannel_logout_session_required: true }),
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: process.env.KEY, use: "sig", alg: "RS256" }] },
  cookies: { keys: ["of the provider's own cookies"] },
  claims: { openid: ["sub", "groups", "department"], profile: ["name", "preferred_username"], auth_time: null },
  features: { backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id.split("-")[0]], ...granted(id) }) }),
  pkce: { required: () => true },
  ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Grant: 3600, Session: 3600 },
  fetch: (url, options) => globalThis.fetch(url, { ...options, dispatcher: undefined }),
});

// "lin-doctor": the same person with other groups, as a test changes what is granted.
const changed = new Map();
function granted(id) {
  return changed.get(id);
}
provider.use(async (context, next) => {
  if (context.path !== "/test/granted") return next();
  changed.set(context.query.who, { groups: context.query.groups.split(",") });
  context.body = "";
});

provider.listen(port, "127.0.0.1");
