internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A card with rounded corners, a border and a shadow that follows what is drawn.
    ///
    /// The first one is rasterized, with what lies outside of its bounds; the second one is clipped to them.
    static let cornersAndShadows = Demo("corners-and-shadows", "Rounded corners, a border and a shadow") { stage in
        for (column, masks) in [false, true].enumerated() {
            let card = Layer()
            card.frame = Rect(x: 40 + 140 * Double(column), y: 60, width: 100, height: 120)
            card.backgroundColor = DemoColors.gray
            card.cornerRadius = 20
            card.borderWidth = 5
            card.masksToBounds = masks
            card.shadowOpacity = 0.5
            card.shadowOffset = Point(x: 0, y: 5)
            card.shadowRadius = 5
            card.shouldRasterize = !masks
            card.rasterizationScale = stage.scene.scale
            let corner = Layer()
            corner.frame = Rect(x: -20, y: -20, width: 60, height: 60)
            corner.backgroundColor = DemoColors.red
            card.addSublayer(corner)
            stage.root.addSublayer(card)
        }
    }
}
