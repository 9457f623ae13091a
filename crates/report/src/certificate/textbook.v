Require Import Reals.
Open Scope R_scope.

(* ---- The textbook: Newton and Euler's equations, link by link, the same for every robot. ------------------------ *)
(* J. J. Craig, Introduction to Robotics, 6.5. A vector is in the axes of its link; A turns the axes of a link into   *)
(* those of its parent, r is its origin there. A joint turns about `about` or moves along `along`; the other is 0.    *)

Record vec := V { vx : R; vy : R; vz : R }.
Record mat := Rows { row_x : vec; row_y : vec; row_z : vec }.

Definition add a b := V (vx a + vx b) (vy a + vy b) (vz a + vz b).
Definition scale k a := V (k * vx a) (k * vy a) (k * vz a).
Definition dot a b := vx a * vx b + vy a * vy b + vz a * vz b.
Definition cross a b :=
  V (vy a * vz b - vz a * vy b) (vz a * vx b - vx a * vz b) (vx a * vy b - vy a * vx b).
Definition turn A a := V (dot (row_x A) a) (dot (row_y A) a) (dot (row_z A) a).
Definition transposed A :=
  Rows (V (vx (row_x A)) (vx (row_y A)) (vx (row_z A)))
       (V (vy (row_x A)) (vy (row_y A)) (vy (row_z A)))
       (V (vz (row_x A)) (vz (row_y A)) (vz (row_z A))).
Definition columns a b c := transposed (Rows a b c).
Definition product A B :=
  columns (turn A (row_x (transposed B))) (turn A (row_y (transposed B))) (turn A (row_z (transposed B))).
(* about the unit vector k, by Rodrigues: a -> c a + s k x a + (1 - c) (k.a) k *)
Definition rotated k c s a := add (scale c a) (add (scale s (cross k a)) (scale ((1 - c) * dot k a) k)).
Definition rotation k c s :=
  columns (rotated k c s (V 1 0 0)) (rotated k c s (V 0 1 0)) (rotated k c s (V 0 0 1)).

(* outward: angular velocity w and acceleration e, velocity v and acceleration a of the origin; d, dd: of the joint *)
Definition next_omega A about w d := add (turn (transposed A) w) (scale d about).
Definition next_eps A about w e d dd :=
  add (turn (transposed A) e) (add (scale d (cross (turn (transposed A) w) about)) (scale dd about)).
Definition next_v A r along w v d := add (turn (transposed A) (add v (cross w r))) (scale d along).
Definition next_a A r along w e a d dd :=
  add (turn (transposed A) (add a (add (cross e r) (cross w (cross w r)))))
      (add (scale (2 * d) (cross (turn (transposed A) w) along)) (scale dd along)).
(* a body: centre of mass C, inertia J about it *)
Definition body_v C w v := add v (cross w C).
Definition body_a C w e a := add a (add (cross e C) (cross w (cross w C))).
Definition body_F m aC := scale m aC.
Definition body_N J w e := add (turn J e) (cross w (turn J w)).
(* inward: what a body, and what a link with force f and moment n at r, adds to the moment about the origin *)
Definition body_n C F N := add N (cross C F).
Definition moved_n A r f n := add (turn A n) (cross r (turn A f)).

Lemma vec_eq : forall a b c d e f, a = d -> b = e -> c = f -> V a b c = V d e f.
Proof. intros; subst; reflexivity. Qed.
Lemma rows_eq : forall a b c d e f, a = d -> b = e -> c = f -> Rows a b c = Rows d e f.
Proof. intros; subst; reflexivity. Qed.
Lemma vec_is : forall a x y z, vx a = x -> vy a = y -> vz a = z -> a = V x y z.
Proof. intros [a b c]; simpl; intros; subst; reflexivity. Qed.
Lemma circle : forall q, sin q ^ 2 = 1 - cos q ^ 2.
Proof. intro q. rewrite <- (sin2_cos2 q). unfold Rsqr. ring. Qed.

Ltac textbook :=
  cbv [next_omega next_eps next_v next_a body_v body_a body_F body_N body_n moved_n rotation rotated product columns
       transposed turn cross dot scale add vx vy vz row_x row_y row_z].
Ltac entries := repeat (apply vec_eq || apply rows_eq).
Ltac angles := rewrite ?cos_plus, ?sin_plus, ?cos_neg, ?sin_neg.
