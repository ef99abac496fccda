extension Demo {
    /// All demos, in the order of the gallery.
    package static let all: [Demo] = [
        // Contents and drawing.
        .coloredLayer, .delegateDrawing, .contentsScale, .contentsHalves, .gravities, .spriteSheet, .nineSlices,
        .wrappedText, .attributedText, .label, .centeredText, .actionLookup, .customValue,
        // Geometry and transforms.
        .anchorPoint, .positionFormulas, .depthOrder, .hitTesting,
        .rotation, .transformOrder, .sevenTransforms, .flatTurn, .perspective, .mirroredFaces, .flattening, .cube,
        // Effects, and layers that draw.
        .cornersAndShadows, .coneMask, .groupOpacity,
        .stickFigure, .threeRoundCorners, .strokedRectangle, .roundedShape, .marchingAnts, .drawnRoute,
        .fingerDrawing, .diagonalGradient, .gradientLocations, .gradientKinds, .threeColorGradient,
        .replicatorCircle, .replicatorDelay, .replicatorSquares, .reflection, .longReflection,
        .spinningPlane, .fourPlanes, .twoCubes, .litCube, .snow, .explosion,
        .frameSequence, .turnedFilm, .filmGravity, .triangle,
        // Animations and time.
        .implicitOpacity, .repeatedFade, .removeWithoutFade, .slowTransaction, .nestedTransactions, .randomColor,
        .pushAction, .pushFromTop, .pageTurns, .hitPresentation, .analogClock, .keyframeColors, .animationGroup,
        .crossFade, .crossFadeTree, .endlessColors, .shipOnPath, .fadeThreeWays, .delayedAnimation, .movedSublayer,
        .easedGroup, .swingingDoor, .doorByHand, .pathWithOffset, .timingFunctions, .easeOutMove, .easedKeyframes,
        .bouncingBallKeyframes, .bouncingBallDisplayLink, .displayLinkModes,
        // Scrolling, tiles, and many layers.
        .scrollPan, .tileCutter, .tiledBoard, .carousel, .layerMatrix,
    ]

    /// The demo of a name; nil if there is none.
    package static func named(_ name: String) -> Demo? { all.first { $0.name == name } }

    /// The demo whose name is most like a misspelled one; nil if none is.
    ///
    /// Capitals, spaces, hyphens and underscores do not count, and parts of names are enough.
    package static func similar(to name: String) -> Demo? {
        func letters(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
        let wanted = letters(name)
        guard wanted.count > 2 else { return nil }
        return all.first { letters($0.name) == wanted } ?? all.first { letters($0.name).contains(wanted) }
            ?? all.first { letters($0.name).difference(from: wanted).count <= 2 }
    }
}
