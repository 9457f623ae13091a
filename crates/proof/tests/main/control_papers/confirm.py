"""Confirms by SymPy that every display of right.md holds and that each slip of wrong.md does not: equations.py has the
displays again in Python, slips.py the slips, and Lagrange's equations follow from the bodies below.

    python crates/proof/tests/main/control_papers/confirm.py
"""
import pathlib, sys, random, sympy as sp
from mpmath import mp, mpf, sin as s, cos as c, matrix, lu_solve, det, inverse
mp.dps = 30
HERE = pathlib.Path(__file__).parent
random.seed(7)
class Rob: pass
robots = {}
def R(name, coords, params, bodies, rot='0', pot='0', g=None, fric='0'):
    """bodies: (mass, x, y, z); rot: rotational kinetic energy; pot: elastic energy; g: index of the vertical axis"""
    r = Rob(); r.names = coords.split()
    q = sp.symbols(r.names); v = sp.symbols(['d'+n for n in r.names]); a = sp.symbols(['dd'+n for n in r.names])
    ns = {n: sp.Symbol(n) for n in params.split()+['g']}
    ns.update({x.name: x for x in list(q)+list(v)+list(a)}); ns.update(s=sp.sin, c=sp.cos)
    E = lambda e: sp.sympify(eval(str(e), {}, ns))
    r.params = params.split()+['g']
    D = lambda e: sum(sp.diff(e, x)*y for x, y in zip(q, v))+sum(sp.diff(e, x)*y for x, y in zip(v, a))
    T = E(rot); V = E(pot); r.p = []
    for b in bodies:
        m = E(b[0]); p = [E(t) for t in b[1:]]; r.p.append(p)
        T += m*sum(D(t)**2 for t in p)/2
        if g is not None: V += m*ns['g']*p[g]
    T = sp.expand(T)
    L = T-V
    r.M = [[sp.diff(T, x, y) for y in v] for x in v]
    r.h = [sum(sp.diff(T, x, y)*w for y, w in zip(q, v))-sp.diff(T, k) for x, k in zip(v, q)]
    r.G = [sp.diff(V, k) for k in q]; r.F = [sp.diff(E(fric), k) for k in v]
    r.T, r.V, r.L, r.q, r.v, r.a, r.D, r.E, r.ns = T, V, L, q, v, a, D, E, ns
    robots[name] = r
R('ballbeam','th r','M J J_b R m',[('m','r*c(th)','r*s(th)','0')],'(J+J_b)*dth**2/2+J_b*(dr/R)**2/2',g=1)
R('tora','x th','M m e I k',[('M','x','0','0'),('m','x+e*s(th)','-e*c(th)','0')],'I*dth**2/2','k*x**2/2')
A='q1+l_1*s(q2)'; 
R('pendcart','q1 q2 q3','m_0 m_1 m_2 l_1 l_2 l_c1 l_c2 I_1 I_2',[('m_0','q1','0','0'),('m_1','q1+l_c1*s(q2)','l_c1*c(q2)','0'),('m_2',A+'+l_c2*s(q2+q3)','l_1*c(q2)+l_c2*c(q2+q3)','0')],'I_1*dq2**2/2+I_2*(dq2+dq3)**2/2',g=1)
R('pendcart_abs','x th1 th2','m_0 m_1 m_2 l_1 l_2 l_c1 l_c2 I_1 I_2',[('m_0','x','0','0'),('m_1','x+l_c1*s(th1)','l_c1*c(th1)','0'),('m_2','x+l_1*s(th1)+l_c2*s(th2)','l_1*c(th1)+l_c2*c(th2)','0')],'I_1*dth1**2/2+I_2*dth2**2/2',g=1)
R('wip','x th','m_w m_b J_w r l I_b',[('m_w','x','0','0'),('m_b','x+l*s(th)','l*c(th)','0')],'J_w*(dx/r)**2/2+I_b*dth**2/2',g=1)
R('crane','x th l','M m',[('M','x','0','0'),('m','x+l*s(th)','-l*c(th)','0')],g=1)
R('iwp','q1 q2','m1 m2 l1 lc1 I1 I2',[('m1','-lc1*s(q1)','lc1*c(q1)','0'),('m2','-l1*s(q1)','l1*c(q1)','0')],'I1*dq1**2/2+I2*(dq1+dq2)**2/2',g=1)
R('flexlink','q1 q2','m l I J k',[('m','l*s(q1)','-l*c(q1)','0')],'I*dq1**2/2+J*dq2**2/2','k*(q1-q2)**2/2',g=1)
R('flex2','q1 q2 o1 o2','m1 m2 l1 l2 lc1 lc2 I1 I2 J1 J2 k1 k2',[('m1','lc1*c(q1)','lc1*s(q1)','0'),('m2','l1*c(q1)+lc2*c(q1+q2)','l1*s(q1)+lc2*s(q1+q2)','0')],'I1*dq1**2/2+I2*(dq1+dq2)**2/2+J1*do1**2/2+J2*do2**2/2','k1*(q1-o1)**2/2+k2*(q2-o2)**2/2')
R('cylinder','th d2 d3','m1 m2 m3 J1 J2 J3',[('m2','0','0','d2'),('m3','d3*c(th)','d3*s(th)','d2')],'(J1+J2+J3)*dth**2/2',g=2)
R('polar2','th r','m1 m2 l1 I1 I2',[('m1','l1*c(th)','l1*s(th)','0'),('m2','r*c(th)','r*s(th)','0')],'(I1+I2)*dth**2/2',g=1)
R('spherical','q1 q2 q3','m2 m3 lc2 I1 I2',[('m2','lc2*c(q2)*c(q1)','lc2*c(q2)*s(q1)','lc2*s(q2)'),('m3','q3*c(q2)*c(q1)','q3*c(q2)*s(q1)','q3*s(q2)')],'I1*dq1**2/2+I2*(dq2**2+c(q2)**2*dq1**2)/2',g=2)
R('rpr','q1 q2 q3','m1 m2 m3 lc3 l3 I1 I2 I3',[('m2','q2*c(q1)','q2*s(q1)','0'),('m3','q2*c(q1)+lc3*c(q1+q3)','q2*s(q1)+lc3*s(q1+q3)','0')],'(I1+I2)*dq1**2/2+I3*(dq1+dq3)**2/2')
R('prr','q1 q2 q3','m1 m2 m3 lc2 l2 lc3 l3 I2 I3',[('m1','q1','0','0'),('m2','q1+lc2*c(q2)','lc2*s(q2)','0'),('m3','q1+l2*c(q2)+lc3*c(q2+q3)','l2*s(q2)+lc3*s(q2+q3)','0')],'I2*dq2**2/2+I3*(dq2+dq3)**2/2',g=1)
R('ppr','q1 q2 q3','m1 m2 m3 d3 l3 I3',[('m1','q1','0','0'),('m2','q1','q2','0'),('m3','q1+d3*c(q3)','q2+d3*s(q3)','0')],'I3*dq3**2/2')
R('rrr','q1 q2 q3','m2 m3 d1 l2 l3 lc2 lc3 I1 I2 I3',[('m2','lc2*c(q2)*c(q1)','lc2*c(q2)*s(q1)','d1+lc2*s(q2)'),('m3','(l2*c(q2)+lc3*c(q2+q3))*c(q1)','(l2*c(q2)+lc3*c(q2+q3))*s(q1)','d1+l2*s(q2)+lc3*s(q2+q3)')],'I1*dq1**2/2+I2*(dq2**2+c(q2)**2*dq1**2)/2+I3*((dq2+dq3)**2+c(q2+q3)**2*dq1**2)/2',g=2)
R('pantilt','ps th','m a I_x I_y I_z I_p',[('m','a*c(th)*c(ps)','a*c(th)*s(ps)','a*s(th)')],'I_p*dps**2/2+(I_x*(dps*s(th))**2+I_y*dth**2+I_z*(dps*c(th))**2)/2',g=2)
R('springarm','th','m l I J_m N b k',[('m','l*s(th)','-l*c(th)','0')],'(I+N**2*J_m)*dth**2/2','k*th**2/2',g=1,fric='b*dth**2/2')
R('slip','th r','m k r_0',[('m','r*s(th)','r*c(th)','0')],pot='k*(r-r_0)**2/2',g=1)
# hand rates in its own axes: ZYZ
R('wrist','ph th ps','I1 I2 I_t I_a',[],'I1*dph**2/2+I2*(dph**2+dth**2)/2+I_t*((-dph*s(th)*c(ps)+dth*s(ps))**2+(dph*s(th)*s(ps)+dth*c(ps))**2)/2+I_a*(dps+dph*c(th))**2/2')
R('2r','q1 q2','m1 m2 l1 l2 lc1 lc2 I1 I2',[('m1','lc1*c(q1)','lc1*s(q1)','0'),('m2','l1*c(q1)+lc2*c(q1+q2)','l1*s(q1)+lc2*s(q1+q2)','0')],'I1*dq1**2/2+I2*(dq1+dq2)**2/2',g=1)
R('acrobot','q1 q2','m1 m2 l1 l2 lc1 lc2 I1 I2',[('m1','lc1*s(q1)','-lc1*c(q1)','0'),('m2','l1*s(q1)+lc2*s(q1+q2)','-l1*c(q1)-lc2*c(q1+q2)','0')],'I1*dq1**2/2+I2*(dq1+dq2)**2/2',g=1)
R('cartpole','x th','m_c m_p l',[('m_c','x','0','0'),('m_p','x+l*s(th)','-l*c(th)','0')],g=1)

pages = {}
def P(i, rob, tau, eqs, pre=''): pages[i] = (rob, tau.split(), eqs, pre)
from equations import fill
fill(P)

def world(rob, tau, pre):
    r = robots[rob]; n = len(r.names)
    val = {k: mpf(random.randint(3, 40))/random.randint(11, 29) for k in r.params+r.names+['d'+k for k in r.names]}
    for k in ('u', 'tau', 'u1', 'u2', 'u3'): 
        if k not in val: val[k] = mpf(random.randint(-30, 30))/17
    ns = dict(val); ns.update(s=s, c=c, mpf=mpf, h2=mpf(1)/2)
    f = lambda e: sp.lambdify(list(map(sp.Symbol, val)), e, 'mpmath')(*val.values())
    u = [eval(t, {}, dict(ns)) for t in tau]
    M = [[f(e) for e in row] for row in r.M]; h = [f(e) for e in r.h]; G = [f(e) for e in r.G]; F = [f(e) for e in r.F]
    a = lu_solve(matrix(M), matrix([u[i]-h[i]-G[i]-F[i] for i in range(n)]))
    for i, k in enumerate(r.names): val['dd'+k] = a[i]; ns['dd'+k] = a[i]
    ns.update(MS=r.M, M=M, h=h, G=G, F=F, t=u, T=f(r.T), V=f(r.V), L=f(r.L), E=f(r.T+r.V))
    X = lambda e: r.E(e) if isinstance(e, str) else e
    ns['val'] = lambda e: f(X(e))
    ns['rate'] = lambda e: f(r.D(X(e)))                       # d/dt
    ns['rate2'] = lambda e: f(r.D(r.D(X(e)))) 
    def d(e, x): return f(sp.diff({'L': r.L, 'T': r.T, 'V': r.V}.get(e) if isinstance(e, str) and e in 'LTV' else X(e), sp.Symbol(x)))
    ns['d'] = d
    ns['ddtp'] = lambda i: f(r.D(sp.diff(r.T, r.v[i])))        # d/dt dL/dq'
    ns['mom'] = lambda i: f(sp.diff(r.T, r.v[i]))
    ns['jac'] = lambda es: [[f(sp.diff(X(e), x)) for x in r.q] for e in es]
    ns['det'] = lambda m: det(matrix(m)); ns['inv'] = lambda m: inverse(matrix(m)).tolist()
    def chris(i, j, k):
        q = r.q; m = r.M
        return f((sp.diff(m[k][j], q[i])+sp.diff(m[k][i], q[j])-sp.diff(m[i][j], q[k]))/2)
    ns['chris'] = chris
    def Cmat(): return [[sum(chris(i, j, k)*val['d'+r.names[i]] for i in range(n)) for j in range(n)] for k in range(n)]
    ns['Cmat'] = Cmat
    def lin(i):                                               # linearised about q = 0: M(0) q'' + F' q' + dG/dq(0) q
        z = {x: 0 for x in r.q}
        e = sum(r.M[i][j].subs(z)*r.a[j] for j in range(n))+r.F[i]+sum(sp.diff(r.G[i], r.q[j]).subs(z)*r.q[j] for j in range(n))
        return f(e)
    ns['lin'] = lin
    ns['body'] = lambda k: [k]
    ns['v2'] = lambda k: f(sum(r.D(p)**2 for p in r.p[k])); ns['pos'] = lambda k: [f(p) for p in r.p[k]]
    ns['vel'] = lambda k: [f(r.D(p)) for p in r.p[k]]
    exec(pre, ns)
    return ns
def flat(x):
    if hasattr(x, 'tolist'): x = x.tolist()
    return [z for y in x for z in flat(y)] if isinstance(x, (list, tuple)) else [x]
def holds(ns, text):
    ok = True
    for part in text.split(';'):
        sides = [flat(eval(x.strip(), ns)) for x in part.split(' = ')]
        for o in sides[1:]:
            if len(o) != len(sides[0]): raise ValueError('shape '+part)
            if any(abs(a-b) > mpf(10)**-20*(1+abs(a)) for a, b in zip(sides[0], o)): ok = False
    return ok
if __name__ == '__main__':
    import re
    heads = [l[2:].strip() for l in (HERE / 'right.md').open() if l.startswith('# ')]
    tags = []
    for l in (HERE / 'right.md').open():
        if l.startswith('# '): tags.append([])
        tags[-1] += re.findall(r'\\tag\{(\w+)\}', l)
    bad = 0; count = 0
    for i, (rob, tau, eqs, pre) in sorted(pages.items()):
        assert sorted(eqs) == sorted(tags[i-1]), (i, heads[i-1], sorted(eqs), tags[i-1])
        for rep in range(2):
            ns = world(rob, tau, pre)
            for t, e in eqs.items():
                count += 1
                if not holds(ns, e): bad += 1; print('NOT RIGHT', i, heads[i-1], t)
    assert len(pages) == len(heads), (len(pages), len(heads))
    print('right: checked', count//2, 'displays of', len(pages), 'pages; bad', bad)
    from slips import slips
    badw = 0
    for n, (i, tag, lo, ln, po, pn, words) in enumerate(slips):
        rob, tau, eqs, pre = pages[i]; e = eqs[tag]
        if e.count(po) < 1: print('NO PY', i, tag, po); badw += 1; continue
        w = e.replace(po, pn, 1)
        if all(holds(world(rob, tau, pre), w) for _ in range(2)): badw += 1; print('NOT WRONG', i, tag, lo, ln)
    print('wrong: checked', len(slips), 'slips; bad', badw)
    sys.exit(bad + badw > 0)
