;; WebAssembly text: `select` of the sliding beam (src-core/sliding/anytime/beam-kernel.ts) for 4 × 4 with three patterns.
(module
  (import "env" "memory" (memory 1))
  (func (export "select")
    (param $child i32) (param $end i32) (param $estimate i32) (param $share i32) (param $salt i32) (param $width i32)
    (param $from i32) (param $to i32) (param $parents i32) (param $moves i32) (param $seen i32) (param $mask i32)
    (result i32)
    (local $kept i32) (local $own i32) (local $hash i32) (local $draw i32) (local $slot i32) (local $held i32)
    (local $source i32) (local $cell i32) (local $blank i32) (local $tile i32) (local $values i32)
    (local $entry i32) (local $row i32) (local $steps i32)
    (i32.store offset=23632 (i32.const 0) (i32.const 0))
    (block $done
      (loop $next
        (br_if $done (i32.eq (local.get $child) (local.get $end)))
        (br_if $done (i32.eq (local.get $kept) (local.get $width)))
        (block $skip
          (local.set $own (i32.load16_u offset=8 (local.get $child)))
          (br_if $skip (i32.gt_s (local.get $own) (local.get $estimate)))
          (local.set $hash (i32.load offset=4 (local.get $child)))
          ;; There isn't room for all children with this estimate, so a random draw decides.
          (if (i32.eq (local.get $own) (local.get $estimate))
            (then
              (local.set $draw
                (i32.mul (i32.xor (local.get $hash) (local.get $salt)) (i32.const 0x9e3779b1)))
              (local.set $draw
                (i32.shr_u
                  (i32.mul
                    (i32.xor (local.get $draw) (i32.shr_u (local.get $draw) (i32.const 15)))
                    (i32.const 0x9e3779b1))
                  (i32.const 1)))
              (br_if $skip (i32.ge_s (local.get $draw) (local.get $share)))))
          ;; 0 marks an empty slot, so a hash of 0 is stored as 1.
          (local.set $held (i32.or (local.get $hash) (i32.eqz (local.get $hash))))
          (local.set $slot
            (i32.and
              (i32.shr_u (i32.mul (local.get $held) (i32.const 0x9e3779b1)) (i32.const 3))
              (local.get $mask)))
          (block $free
            (loop $probe
              (local.set $row (i32.add (local.get $seen) (i32.shl (local.get $slot) (i32.const 2))))
              (local.set $entry (i32.load (local.get $row)))
              (br_if $free (i32.eqz (local.get $entry)))
              (br_if $skip (i32.eq (local.get $entry) (local.get $held)))
              (local.set $slot
                (i32.and (i32.add (local.get $slot) (i32.const 1)) (local.get $mask)))
              (br $probe)))
          (i32.store (local.get $row) (local.get $held))
          ;; The child's record is a copy of its parent's record, changed by the move.
          (local.set $source
            (i32.add (local.get $from) (i32.mul (i32.load (local.get $child)) (i32.const 64))))
          (i64.store offset=0 (local.get $to) (i64.load offset=0 (local.get $source)))
          (i64.store offset=8 (local.get $to) (i64.load offset=8 (local.get $source)))
          (i64.store offset=16 (local.get $to) (i64.load offset=16 (local.get $source)))
          (i64.store offset=24 (local.get $to) (i64.load offset=24 (local.get $source)))
          (i64.store offset=32 (local.get $to) (i64.load offset=32 (local.get $source)))
          (i64.store offset=40 (local.get $to) (i64.load offset=40 (local.get $source)))
          (i64.store offset=48 (local.get $to) (i64.load offset=48 (local.get $source)))
          (i64.store offset=56 (local.get $to) (i64.load offset=56 (local.get $source)))
          (local.set $cell (i32.load8_u offset=10 (local.get $child)))
          (local.set $blank (i32.load8_u offset=56 (local.get $source)))
          (local.set $tile (i32.load8_u (i32.add (local.get $source) (local.get $cell))))
          (local.set $values (i32.load8_u offset=11 (local.get $child)))
          (i32.store8 (i32.add (local.get $to) (local.get $blank)) (local.get $tile))
          (i32.store8 (i32.add (local.get $to) (local.get $cell)) (i32.const 0))
          (local.set $entry (i32.add (i32.const 5200) (i32.mul (local.get $tile) (i32.const 16))))
          (local.set $row (i32.add (local.get $to) (i32.load offset=4 (local.get $entry))))
          (i32.store (local.get $row)
            (i32.add
              (i32.load (local.get $row))
              (i32.mul (i32.load offset=8 (local.get $entry)) (i32.sub (local.get $blank) (local.get $cell)))))
          (i32.store8 (i32.add (local.get $to) (i32.load (local.get $entry))) (i32.and (local.get $values) (i32.const 15)))
          (local.set $entry (i32.add (i32.const 6224) (i32.mul (local.get $tile) (i32.const 16))))
          (local.set $row (i32.add (local.get $to) (i32.load offset=4 (local.get $entry))))
          (i32.store (local.get $row)
            (i32.add
              (i32.load (local.get $row))
              (i32.mul (i32.load offset=8 (local.get $entry)) (i32.sub (i32.load8_u offset=64 (local.get $blank)) (i32.load8_u offset=64 (local.get $cell))))))
          (i32.store8 (i32.add (local.get $to) (i32.load (local.get $entry))) (i32.shr_u (local.get $values) (i32.const 4)))
          (i32.store8 offset=56 (local.get $to) (local.get $cell))
          (i32.store8 offset=57 (local.get $to) (local.get $blank))
          (i32.store16 offset=52 (local.get $to) (local.get $own))
          (i32.store offset=48 (local.get $to) (local.get $hash))
          (local.set $row (i32.add (i32.const 80) (i32.mul (local.get $tile) (i32.const 64))))
          (local.set $steps
            (i32.sub
              (i32.add
                (i32.load16_u offset=54 (local.get $to))
                (i32.load8_u (i32.add (local.get $row) (local.get $blank))))
              (i32.load8_u (i32.add (local.get $row) (local.get $cell)))))
          (i32.store16 offset=54 (local.get $to) (local.get $steps))
          (i32.store (local.get $parents) (i32.load (local.get $child)))
          (i32.store8 (local.get $moves) (local.get $cell))
          (local.set $parents (i32.add (local.get $parents) (i32.const 4)))
          (local.set $moves (i32.add (local.get $moves) (i32.const 1)))
          (local.set $to (i32.add (local.get $to) (i32.const 64)))
          (local.set $kept (i32.add (local.get $kept) (i32.const 1)))
          (if (i32.eqz (local.get $steps))
            (then (i32.store offset=23632 (i32.const 0) (local.get $kept)))))
        (local.set $child (i32.add (local.get $child) (i32.const 12)))
        (br $next)))
    (local.get $kept)))
