"""Own Lagrange derivation and a small reader of the corpus' LaTeX (nothing of appell)."""
import re, random, sympy as sp, mpmath as mp
from sympy import Matrix, sin, cos, S, Symbol, zeros, eye, Rational
mp.mp.dps = 40
V3 = lambda *a: Matrix(3, 1, a)
def rot(ax, a):
    s, c = sin(a), cos(a)
    return {'z': Matrix([[c,-s,0],[s,c,0],[0,0,1]]), 'y': Matrix([[c,0,s],[0,1,0],[-s,0,c]]), 'x': Matrix([[1,0,0],[0,c,-s],[0,s,c]])}[ax]
def H(R=eye(3), p=(0,0,0)):
    return Matrix(sp.BlockMatrix([[R, V3(*p)], [zeros(1,3), eye(1)]]))
class Rob:
    def __init__(s, q, A, m, c, I, grav, spring=0, rotorK=None, diss=None, tool=(0,0,0), absw=None, dh=None, axes='z'):
        s.n = n = len(q); s.q = [Symbol(x) for x in q]
        s.qd = [Symbol(x+'_d') for x in q]; s.qdd = [Symbol(x+'_dd') for x in q]
        s.T = []; P = eye(4)
        for a in A: P = P*a; s.T.append(P)
        s.A = A; s.m = m; s.g = V3(*grav)
        s.R = [t[:3,:3] for t in s.T]; s.o = [t[:3,3] for t in s.T]
        s.c = [s.o[i]+s.R[i]*V3(*c[i]) for i in range(len(A))]
        s.I = [sp.diag(*I[i]) for i in range(len(A))]
        s.Tt = s.T[-1]*H(p=tool); s.p = s.Tt[:3,3]
        s.w = [s.omega(R) for R in s.R]       # base axes
        s.vc = [s.D(x) for x in s.c]; s.ac = [s.D(x) for x in s.vc]
        s.Ki = [m[i]*s.vc[i].dot(s.vc[i])/2 + (s.w[i].T*s.R[i]*s.I[i]*s.R[i].T*s.w[i])[0]/2 for i in range(len(A))]
        s.Kmot = S(0) if rotorK is None else rotorK(s)
        s.K = sum(s.Ki) + s.Kmot
        s.Vi = [-m[i]*s.g.dot(s.c[i]) for i in range(len(A))]
        s.Vg = sum(s.Vi); s.V = s.Vg + spring
        s.F = diss(s) if diss else [S(0)]*n
        s.L = s.K - s.V
        s.M = sp.hessian(s.K, s.qd)
        qv = lambda L: Matrix(L)
        s.h = [s.D(sp.diff(s.K, s.qd[i])) - sp.diff(s.K, s.q[i]) for i in range(n)]
        s.h = [x.subs({a: 0 for a in s.qdd}) for x in s.h]
        s.G = [sp.diff(s.Vg, x) for x in s.q]
        s.Q = [sum(s.M[i,j]*s.qdd[j] for j in range(n)) + s.h[i] + sp.diff(s.V, s.q[i]) + s.F[i] for i in range(n)]
        M = s.M
        s.chr = lambda i,j,k: (sp.diff(M[k,j], s.q[i]) + sp.diff(M[k,i], s.q[j]) - sp.diff(M[i,j], s.q[k]))/2   # c_ijk Spong
        s.C = Matrix(n, n, lambda k,j: sum(s.chr(i,j,k)*s.qd[i] for i in range(n)))
    def D(s, x):
        if isinstance(x, sp.MatrixBase): return x.applyfunc(s.D)
        x = S(x)
        return sum(sp.diff(x, s.q[i])*s.qd[i] + sp.diff(x, s.qd[i])*s.qdd[i] for i in range(s.n))
    def omega(s, R):
        W = s.D(R)*R.T
        return V3(W[2,1], W[0,2], W[1,0])
    def jac(s, p): return p.jacobian(s.q)
    def jw(s, i): return s.w[i].jacobian(s.qd)
    def loc(s, i, v): return s.R[i].T*v
    def fn(s, i):     # force and moment (about o_i) of link i-1 on link i, own axes of i
        f = zeros(3,1); n = zeros(3,1)
        for j in range(i, len(s.A)):
            F = s.m[j]*(s.ac[j]-s.g); Lj = s.R[j]*s.I[j]*s.R[j].T*s.w[j]
            f += F; n += (s.c[j]-s.o[i]).cross(F) + s.D(Lj)
        return s.R[i].T*f, s.R[i].T*n
# ---------------------------------------------------------------- reader
TOK = re.compile(r'\\[a-zA-Z]+|\\.|[a-zA-Z]|\d+\.\d+|\d+|\S')
ACC = {r'\dot', r'\ddot'}
GREEK = set('\\'+x for x in 'alpha beta gamma delta epsilon varepsilon theta vartheta phi varphi psi omega tau mu lambda rho eta xi zeta sigma nu kappa ell Omega Theta Phi Psi Gamma Delta Lambda pi mathcal'.split())
def clean(t):
    t = re.sub(r'\\text\{[^}]*\}', r'\\qquad ', t)
    for w in ('left','right','bigl','bigr','Bigl','Bigr','big','Big','biggl','biggr'):
        t = re.sub(r'\\%s(?![a-zA-Z])\.?' % w, '', t)
    t = re.sub(r'\\(mathbf|boldsymbol|mathrm|bm|mathit|mathsf|vec|mathcal|operatorname)\s*', '', t)
    t = re.sub(r'\\(d|t)frac', r'\\frac', t)
    t = t.replace('\\!', '').replace('\\,', ' ').replace('\\;', ' ').replace('\\:', ' ').replace('\\nonumber','').replace('\\{','(').replace('\\}',')')
    t = re.sub(r'(?<!\\)\\ ', ' ', t)
    t = re.sub(r'\\(begin|end)\{(align|aligned|split|gather|gathered)\*?\}', '', t)
    t = re.sub(r'\\(begin|end)\{([bp]matrix)\}', lambda m: '\\BEG' if m[1]=='begin' else '\\END', t)
    t = re.sub(r'\((q|\\theta|q\s*,\s*\\dot\{?\s*q\}?|\\theta\s*,\s*\\dot\{?\s*\\theta\}?|t|x)\)', ' ', t)
    return t
def toks(t): return TOK.findall(t)
def split(tk, seps, stops=()):
    out, cur, d = [], [], 0
    for t in tk:
        if t in '{([' or t == '\\BEG': d += 1
        if t in '})]' or t == '\\END': d -= 1
        if d == 0 and t in seps: out.append(cur); cur = []
        else: cur.append(t)
    out.append(cur); return out
class Unk(Exception): pass
class P:
    def __init__(s, tk, env, rob): s.t = tk; s.i = 0; s.env = env; s.rob = rob
    def pk(s): return s.t[s.i] if s.i < len(s.t) else None
    def nx(s): s.i += 1; return s.t[s.i-1]
    def all(s):
        v = s.expr()
        if s.pk() is not None: raise Unk('rest ' + ' '.join(s.t[s.i:]))
        return v
    def expr(s):
        v = None; sg = 1
        if s.pk() in '+-': sg = -1 if s.nx() == '-' else 1
        v = sg*s.term()
        while s.pk() in ('+','-'):
            o = s.nx(); r = s.term(); v = v + r if o == '+' else v - r
        return v
    def term(s):
        v = s.fac()
        while True:
            k = s.pk()
            if k is None or k in '+-=)}],&' or k in ('\\END','\\\\'): return v
            if k == '\\cdot': s.nx(); v = s.mul(v, s.fac()); continue
            if k == '\\times':
                s.nx(); r = s.fac(); v = v.cross(r) if isinstance(v, sp.MatrixBase) else v*r; continue
            if k == '/': s.nx(); v = v/s.fac(); continue
            v = s.mul(v, s.fac())
    def mul(s, a, b):
        if isinstance(a, sp.MatrixBase) and isinstance(b, sp.MatrixBase) and a.shape[1] == 1 and b.shape == a.shape: return (a.T*b)[0]
        r = a*b
        if isinstance(r, sp.MatrixBase) and r.shape == (1,1): return r[0]
        return r
    def grp(s):
        k = s.nx()
        if k != '{': return [k]
        d, o = 1, []
        while d:
            t = s.nx(); d += t == '{'; d -= t == '}'
            if d: o.append(t)
        return o
    def sub(s, tk): return P(tk, s.env, s.rob).all()
    def fac(s):
        v = s.atom()
        while s.pk() == '^':
            s.nx(); g = s.grp()
            if g in (['T'], ['\\top']): v = v.T
            elif g == ['-','1'] and isinstance(v, sp.MatrixBase): v = v.inv()
            else: v = v**s.sub(g)
        return v
    def digits(s):   # argument of \frac
        k = s.pk()
        if k != '{' and k.isdigit() and len(k) > 1:
            s.t[s.i] = k[1:]; return [k[0]]
        return s.grp()
    def atom(s):
        k = s.nx()
        if k == '(' or k == '[':
            v = s.expr()
            if s.nx() not in ')]': raise Unk('bracket')
            return v
        if k == '{' and s.pk() == '}':      # left scripts
            s.nx(); pre = ''
            while s.pk() in ('^','_'): o = s.nx(); pre += o + ''.join(s.grp())
            return s.name(s.nx(), pre)
        if k == '{':
            s.i -= 1; g = s.grp(); return s.sub(g)
        if re.match(r'\d', k): return S(Rational(k))
        if k == '\\BEG':
            d, o = 1, []
            while d:
                t = s.nx(); d += t == '\\BEG'; d -= t == '\\END'
                if d: o.append(t)
            rows = [split(r, ['&']) for r in split(o, ['\\\\'])]
            rows = [r for r in rows if r != [[]]]
            return Matrix([[s.sub(c) for c in r] for r in rows])
        if k == '\\frac':
            a, b = s.digits(), s.digits()
            if a and a[0] == '\\partial':
                num = s.sub(a[1:]) if a[1:] else s.fac(); den = s.sub(b[1:])
                return sp.diff(num, den)
            if a and a[0] == 'd' and b[:2] == ['d','t']:
                return s.rob.D(s.sub(a[1:]) if a[1:] else s.fac())
            return s.sub(a)/s.sub(b)
        if k == '\\sqrt': return sp.sqrt(s.sub(s.grp()))
        if k in ('\\sin','\\cos','\\tan'):
            f = {'\\sin': sin, '\\cos': cos, '\\tan': sp.tan}[k]; e = 1
            if s.pk() == '^': s.nx(); e = s.sub(s.grp())
            if s.pk() == '(' or s.pk() == '{': a = s.atom()
            elif re.match(r'\d', s.pk()): a = s.atom()*s.atom()
            else: a = s.atom()
            return f(a)**e
        if k in ACC:
            g = s.grp(); b = P(g, s.env, s.rob)
            if s.pk() == '_':
                s.nx(); sub_ = s.grp(); v = s.look(''.join(g) + '_' + ''.join(sub_))
            else: v = b.all()
            for _ in range(1 if k == '\\dot' else 2): v = s.rob.D(v)
            return v
        return s.name(k, '')
    def look(s, n):
        if n in s.env:
            return s.env[n]
        m = re.fullmatch(r'([sScC])_(\{)?(.+?)(\})?', n)
        if m and s.env.get('_sc'):
            f = sin if m[1] in 'sS' else cos; a = m[3]
            ang = s.env['_sc']
            if a.isdigit(): return f(sum(ang[int(x)-1] for x in a))
            if a in s.env: return f(s.env[a])
        raise Unk('name ' + n)
    def name(s, k, pre):
        if k in '&,;:' : raise Unk('token '+k)
        sb = sp_ = ''
        while s.pk() == "'" : sb += s.nx()
        if s.pk() == '_': s.nx(); sb += '_' + ''.join(s.grp())
        if s.pk() == '^':
            j = s.i; s.nx(); g = ''.join(s.grp())
            if pre+k+sb+'^'+g in s.env: return s.env[pre+k+sb+'^'+g]
            s.i = j
            # powers of s_1^2 etc. are handled by fac
        elif s.pk() == '_': pass
        return s.look(pre+k+sb)
def equations(text):
    tk = toks(clean(text)); out = []
    for p in split(tk, ['\\qquad','\\quad',',',';','\\\\']):
        while p and p[0] == '&': p = p[1:]
        while p and p[-1] == '.': p.pop()
        if not p: continue
        if p[0] in ('=','+','-') and out and out[-1] is not None and '=' not in p[1:]: out[-1] += p; continue
        if p[0] == '=' and out: out[-1] += p; continue
        out.append(p)
    return out
def amp(tk):   # drop & outside matrices
    o, d = [], 0
    for t in tk:
        d += t == '\\BEG'; d -= t == '\\END'
        if t == '&' and d == 0: continue
        o.append(t)
    return o
def pages(fn):
    for b in re.split(r'(?m)^# ', open(fn).read())[1:]:
        h, body = b.split('\n', 1); yield h.strip(), re.search(r'\((\w+)\)\s*$', h)[1], body
def displays(body):
    for m in re.finditer(r'\$\$(.*?)\$\$', body, re.S):
        t = m[1]; g = re.search(r'\\tag\{(\w+)\}', t)
        yield g[1] if g else '?', re.sub(r'\\tag\{\w+\}', '', t)
def inlines(body):
    b = re.sub(r'\$\$.*?\$\$', '', body, flags=re.S)
    return [m for m in re.findall(r'\$([^$]+)\$', b) if '=' in m]
def sides(eq):
    return split(eq, ['='])
def state(rob, opt, exprs, rnd):
    syms = set().union(*[e.free_symbols for e in exprs]) if exprs else set()
    val = {}
    for x in syms: val[x] = mp.mpf(rnd.randint(200, 1900))/1000
    for x in rob.q + rob.qd + rob.qdd: val[x] = mp.mpf(rnd.randint(100, 1500))/1000
    if 'lin' in opt:
        eps = mp.mpf(10)**-12
        for x, e in zip(rob.q, opt['lin']): val[x] = mp.mpf(e if e != 'pi' else mp.pi) + eps*val[x]
        for x in rob.qd + rob.qdd: val[x] *= eps
    for k, v in opt.get('at', {}).items(): val[Symbol(k)] = mp.mpf(0)
    return val
def ev(e, val):
    f = sp.lambdify(list(val), e, 'mpmath'); return mp.mpmathify(f(*val.values()))
def check(rob, env, opt, body, verbose=True):
    """-> list of (tag, equation text, verdict) ; verdict True/False/None (definition)/'?...'"""
    env = dict(env); res = []
    items = [(t, e) for t, d in displays(body) for e in equations(d)] + [('in', e) for d in inlines(body) for e in equations(d)]
    items = [(t, amp(e)) for t, e in items]
    skip = opt.get('skip', ())
    isdef = set()
    for _ in range(4):
        for n, (t, e) in enumerate(items):
            sd = sides(e)
            if len(sd) < 2 or t.rstrip('w') in skip: continue
            nm = ''.join(sd[0]).replace('{','').replace('}','')
            key = re.sub(r'_\{(.*)\}$', r'_\1', ''.join(sd[0]))
            if re.fullmatch(r"\\?[A-Za-z]+'?(_\w+|_\\\w+)?(\^\w+)?", key) and key not in env and not (env.get('_sc') and re.fullmatch(r'[sScC]_\d+', key)):
                try: env[key] = P(list(sd[1]), env, rob).all(); isdef.add(n)
                except (Unk, IndexError, TypeError): pass
    rnd = random.Random(7)
    for n, (t, e) in enumerate(items):
        if t.rstrip('w') in skip: res.append((t, ' '.join(e), 'skip')); continue
        sd = [x for x in sides(e) if '\\partial H' not in ' '.join(x)]; vals = []
        if len(sd) < 2: res.append((t, ' '.join(e), '?noeq')); continue
        try:
            vals = [P(list(x), env, rob).all() for x in sd]
        except (Unk, IndexError, TypeError, AttributeError, ValueError, sp.ShapeError if hasattr(sp,'ShapeError') else ValueError) as x:
            res.append((t, ' '.join(e), '?' + repr(x))); continue
        ok = True
        for a, b in zip(vals, vals[1:]):
            if isinstance(a, sp.MatrixBase) != isinstance(b, sp.MatrixBase):
                if a == 0: a = zeros(*b.shape)
                elif b == 0: b = zeros(*a.shape)
                else: ok = '?shape'; break
            la, lb = (list(a), list(b)) if isinstance(a, sp.MatrixBase) else ([S(a)], [S(b)])
            if len(la) != len(lb) or (isinstance(a, sp.MatrixBase) and a.shape != b.shape): ok = '?shape'; break
            for x, y in zip(la, lb):
                for _ in range(2):
                    fr = opt.get('free', [])
                    val = state(rob, opt, [x, y] + ([rob.M] + [rob.Q[i] for i in fr] if fr else []), rnd)
                    if fr:
                        z = {rob.qdd[i]: 0 for i in fr}
                        v0 = dict(val); v0.update({rob.qdd[i]: mp.mpf(0) for i in fr})
                        B = mp.matrix([-ev(rob.Q[i], v0) for i in fr])
                        A = mp.matrix([[ev(rob.M[i,j], val) for j in fr] for i in fr])
                        so = mp.lu_solve(A, B)
                        for i, u in zip(fr, so): val[rob.qdd[i]] = u
                    u, w = ev(x, val), ev(y, val)
                    tol = mp.mpf(10)**-9 if 'lin' in opt else mp.mpf(10)**-25
                    sc = max(abs(u), abs(w))
                    if abs(u-w) > tol*sc + mp.mpf(10)**-30 : ok = False
        res.append((t, ' '.join(e), None if n in isdef and ok is True else ok))
    return res
