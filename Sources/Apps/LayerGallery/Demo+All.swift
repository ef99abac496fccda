extension Demo {
    /// All demos, in the order of the gallery.
    public static let all: [Demo] = [
        .coloredLayer, .delegateDrawing, .contentsScale, .contentsHalves, .gravities, .spriteSheet, .nineSlices,
        .anchorPoint, .positionFormulas, .depthOrder, .hitTesting,
        .rotation, .transformOrder, .sevenTransforms, .flatTurn, .perspective, .mirroredFaces, .flattening, .cube,
        .cornersAndShadows, .coneMask, .groupOpacity,
        .implicitOpacity, .repeatedFade, .removeWithoutFade, .slowTransaction, .nestedTransactions, .randomColor,
        .pushAction, .pushFromTop, .hitPresentation, .analogClock, .keyframeColors, .animationGroup, .crossFade,
        .crossFadeTree, .endlessColors, .shipOnPath, .fadeThreeWays, .delayedAnimation, .movedSublayer,
        .swingingDoor, .doorByHand, .pathWithOffset, .timingFunctions, .easeOutMove, .easedKeyframes,
        .bouncingBallKeyframes, .bouncingBallDisplayLink, .displayLinkModes,
    ]

    /// The demo of a name; nil if there is none.
    public static func named(_ name: String) -> Demo? { all.first { $0.name == name } }
}
