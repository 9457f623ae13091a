//! Kinds of machines: how many values they take side by side, their registers, the codes of
//! their instructions.

use iced_x86::Code;

use super::step::Form;

/// A kind of machine.
pub(super) struct Machine {
    /// How many states run side by side.
    pub(super) lanes: usize,
    /// Whether it is one with AVX-512.
    pub(super) wide: bool,
    /// How many registers there are.
    pub(super) registers: u8,
    /// The first of them.
    pub(super) first: iced_x86::Register,
    pub(super) codes: Codes,
}

/// The codes of its instructions.
pub(super) struct Codes {
    pub(super) load: Code,
    pub(super) store: Code,
    pub(super) copy: Code,
    pub(super) add: Code,
    pub(super) sub: Code,
    pub(super) mul: Code,
    pub(super) div: Code,
    pub(super) root: Code,
    pub(super) xor: Code,
    pub(super) and: Code,
    /// a b + c, a b - c, c - a b in the forms 132, 213, 231.
    fused: [[Code; 3]; 3],
}

impl Codes {
    /// The code of a fused multiply-add; a negative product and a negative addend never meet.
    pub(super) fn fused(
        &self,
        form: Form,
        (product_negative, addend_negative): (bool, bool),
    ) -> Code {
        let form = match form {
            Form::F132 => 0,
            Form::F213 => 1,
            Form::F231 => 2,
        };
        let signs = if product_negative { 2 } else { usize::from(addend_negative) };
        self.fused[signs][form]
    }
}

/// One value at a time, AVX2 and FMA.
pub(super) const SCALAR: Machine = Machine {
    lanes: 1,
    wide: false,
    registers: 16,
    first: iced_x86::Register::XMM0,
    codes: Codes {
        load: Code::VEX_Vmovsd_xmm_m64,
        store: Code::VEX_Vmovsd_m64_xmm,
        copy: Code::VEX_Vmovapd_xmm_xmmm128,
        add: Code::VEX_Vaddsd_xmm_xmm_xmmm64,
        sub: Code::VEX_Vsubsd_xmm_xmm_xmmm64,
        mul: Code::VEX_Vmulsd_xmm_xmm_xmmm64,
        div: Code::VEX_Vdivsd_xmm_xmm_xmmm64,
        root: Code::VEX_Vsqrtsd_xmm_xmm_xmmm64,
        xor: Code::VEX_Vxorpd_xmm_xmm_xmmm128,
        and: Code::VEX_Vandpd_xmm_xmm_xmmm128,
        fused: [
            [
                Code::VEX_Vfmadd132sd_xmm_xmm_xmmm64,
                Code::VEX_Vfmadd213sd_xmm_xmm_xmmm64,
                Code::VEX_Vfmadd231sd_xmm_xmm_xmmm64,
            ],
            [
                Code::VEX_Vfmsub132sd_xmm_xmm_xmmm64,
                Code::VEX_Vfmsub213sd_xmm_xmm_xmmm64,
                Code::VEX_Vfmsub231sd_xmm_xmm_xmmm64,
            ],
            [
                Code::VEX_Vfnmadd132sd_xmm_xmm_xmmm64,
                Code::VEX_Vfnmadd213sd_xmm_xmm_xmmm64,
                Code::VEX_Vfnmadd231sd_xmm_xmm_xmmm64,
            ],
        ],
    },
};

/// One value at a time, with the 32 registers of AVX-512.
pub(super) const SCALAR_512: Machine = Machine {
    lanes: 1,
    wide: true,
    registers: 32,
    first: iced_x86::Register::XMM0,
    codes: Codes {
        load: Code::EVEX_Vmovsd_xmm_k1z_m64,
        store: Code::EVEX_Vmovsd_m64_k1_xmm,
        copy: Code::EVEX_Vmovapd_xmm_k1z_xmmm128,
        add: Code::EVEX_Vaddsd_xmm_k1z_xmm_xmmm64_er,
        sub: Code::EVEX_Vsubsd_xmm_k1z_xmm_xmmm64_er,
        mul: Code::EVEX_Vmulsd_xmm_k1z_xmm_xmmm64_er,
        div: Code::EVEX_Vdivsd_xmm_k1z_xmm_xmmm64_er,
        root: Code::EVEX_Vsqrtsd_xmm_k1z_xmm_xmmm64_er,
        xor: Code::EVEX_Vpxorq_xmm_k1z_xmm_xmmm128b64,
        and: Code::EVEX_Vpandq_xmm_k1z_xmm_xmmm128b64,
        fused: [
            [
                Code::EVEX_Vfmadd132sd_xmm_k1z_xmm_xmmm64_er,
                Code::EVEX_Vfmadd213sd_xmm_k1z_xmm_xmmm64_er,
                Code::EVEX_Vfmadd231sd_xmm_k1z_xmm_xmmm64_er,
            ],
            [
                Code::EVEX_Vfmsub132sd_xmm_k1z_xmm_xmmm64_er,
                Code::EVEX_Vfmsub213sd_xmm_k1z_xmm_xmmm64_er,
                Code::EVEX_Vfmsub231sd_xmm_k1z_xmm_xmmm64_er,
            ],
            [
                Code::EVEX_Vfnmadd132sd_xmm_k1z_xmm_xmmm64_er,
                Code::EVEX_Vfnmadd213sd_xmm_k1z_xmm_xmmm64_er,
                Code::EVEX_Vfnmadd231sd_xmm_k1z_xmm_xmmm64_er,
            ],
        ],
    },
};

/// Four values side by side, AVX2 and FMA.
pub(super) const FOUR: Machine = Machine {
    lanes: 4,
    wide: false,
    registers: 16,
    first: iced_x86::Register::YMM0,
    codes: Codes {
        load: Code::VEX_Vmovapd_ymm_ymmm256,
        store: Code::VEX_Vmovapd_ymmm256_ymm,
        copy: Code::VEX_Vmovapd_ymm_ymmm256,
        add: Code::VEX_Vaddpd_ymm_ymm_ymmm256,
        sub: Code::VEX_Vsubpd_ymm_ymm_ymmm256,
        mul: Code::VEX_Vmulpd_ymm_ymm_ymmm256,
        div: Code::VEX_Vdivpd_ymm_ymm_ymmm256,
        root: Code::VEX_Vsqrtpd_ymm_ymmm256,
        xor: Code::VEX_Vxorpd_ymm_ymm_ymmm256,
        and: Code::VEX_Vandpd_ymm_ymm_ymmm256,
        fused: [
            [
                Code::VEX_Vfmadd132pd_ymm_ymm_ymmm256,
                Code::VEX_Vfmadd213pd_ymm_ymm_ymmm256,
                Code::VEX_Vfmadd231pd_ymm_ymm_ymmm256,
            ],
            [
                Code::VEX_Vfmsub132pd_ymm_ymm_ymmm256,
                Code::VEX_Vfmsub213pd_ymm_ymm_ymmm256,
                Code::VEX_Vfmsub231pd_ymm_ymm_ymmm256,
            ],
            [
                Code::VEX_Vfnmadd132pd_ymm_ymm_ymmm256,
                Code::VEX_Vfnmadd213pd_ymm_ymm_ymmm256,
                Code::VEX_Vfnmadd231pd_ymm_ymm_ymmm256,
            ],
        ],
    },
};

/// Eight values side by side, AVX-512.
pub(super) const EIGHT: Machine = Machine {
    lanes: 8,
    wide: true,
    registers: 32,
    first: iced_x86::Register::ZMM0,
    codes: Codes {
        load: Code::EVEX_Vmovapd_zmm_k1z_zmmm512,
        store: Code::EVEX_Vmovapd_zmmm512_k1z_zmm,
        copy: Code::EVEX_Vmovapd_zmm_k1z_zmmm512,
        add: Code::EVEX_Vaddpd_zmm_k1z_zmm_zmmm512b64_er,
        sub: Code::EVEX_Vsubpd_zmm_k1z_zmm_zmmm512b64_er,
        mul: Code::EVEX_Vmulpd_zmm_k1z_zmm_zmmm512b64_er,
        div: Code::EVEX_Vdivpd_zmm_k1z_zmm_zmmm512b64_er,
        root: Code::EVEX_Vsqrtpd_zmm_k1z_zmmm512b64_er,
        xor: Code::EVEX_Vpxorq_zmm_k1z_zmm_zmmm512b64,
        and: Code::EVEX_Vpandq_zmm_k1z_zmm_zmmm512b64,
        fused: [
            [
                Code::EVEX_Vfmadd132pd_zmm_k1z_zmm_zmmm512b64_er,
                Code::EVEX_Vfmadd213pd_zmm_k1z_zmm_zmmm512b64_er,
                Code::EVEX_Vfmadd231pd_zmm_k1z_zmm_zmmm512b64_er,
            ],
            [
                Code::EVEX_Vfmsub132pd_zmm_k1z_zmm_zmmm512b64_er,
                Code::EVEX_Vfmsub213pd_zmm_k1z_zmm_zmmm512b64_er,
                Code::EVEX_Vfmsub231pd_zmm_k1z_zmm_zmmm512b64_er,
            ],
            [
                Code::EVEX_Vfnmadd132pd_zmm_k1z_zmm_zmmm512b64_er,
                Code::EVEX_Vfnmadd213pd_zmm_k1z_zmm_zmmm512b64_er,
                Code::EVEX_Vfnmadd231pd_zmm_k1z_zmm_zmmm512b64_er,
            ],
        ],
    },
};
