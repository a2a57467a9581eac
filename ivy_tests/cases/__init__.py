"""The rows: a module for each chapter of `ivy.functional`, in it a row for every operation."""

from __future__ import annotations

from ivy_tests.cases import (
    activations,
    creation,
    data_type,
    elementwise,
    fft,
    gradients,
    image,
    indexing,
    layers,
    linear_algebra,
    losses,
    manipulation,
    norms,
    random,
    searching,
    set,
    signal,
    sorting,
    special,
    statistical,
)

CHAPTERS = {
    "activations": activations.CASES,
    "creation": creation.CASES,
    "data_type": data_type.CASES,
    "elementwise": elementwise.CASES,
    "fft": fft.CASES,
    "gradients": gradients.CASES,
    "image": image.CASES,
    "indexing": indexing.CASES,
    "layers": layers.CASES,
    "linear_algebra": linear_algebra.CASES,
    "losses": losses.CASES,
    "manipulation": manipulation.CASES,
    "norms": norms.CASES,
    "random": random.CASES,
    "searching": searching.CASES,
    "set": set.CASES,
    "signal": signal.CASES,
    "sorting": sorting.CASES,
    "special": special.CASES,
    "statistical": statistical.CASES,
}
ALL = [case for cases in CHAPTERS.values() for case in cases]
