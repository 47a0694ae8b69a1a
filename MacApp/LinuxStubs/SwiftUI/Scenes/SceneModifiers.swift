import AppKit

extension Scene {
    func altered(_ alter: @escaping @MainActor (inout SceneDescription) -> Void) -> some Scene {
        AlteredScene(base: self, alter: alter)
    }

    public func commands<Content: Commands>(@CommandsBuilder content: () -> Content) -> some Scene {
        let content = content()
        return altered { $0.commands.append(content) }
    }

    public func commandsRemoved() -> some Scene {
        altered { description in
            description.commands = []
            description.removesDefaultCommands = true
        }
    }

    public func commandsReplaced<Content: Commands>(@CommandsBuilder content: () -> Content) -> some Scene {
        let content = content()
        return altered { description in
            description.commands = [content]
            description.removesDefaultCommands = true
        }
    }

    public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some Scene {
        altered { $0.shortcut = shortcut }
    }

    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some Scene {
        altered { $0.shortcut = KeyboardShortcut(key, modifiers: modifiers) }
    }

    public func environment<T: AnyObject & Observable>(_ object: T?) -> some Scene {
        changed { $0[T.self] = object }
    }

    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some Scene {
        changed { $0[keyPath: keyPath] = value }
    }

    public func defaultAppStorage(_ store: UserDefaults) -> some Scene {
        changed { $0.appStorage = store }
    }

    private func changed(_ change: @escaping @MainActor (inout EnvironmentValues) -> Void) -> some Scene {
        altered { description in
            let inner = description.change
            description.change = { environment in
                var environment = environment
                change(&environment)
                return inner(environment)
            }
        }
    }

    public func handlesExternalEvents(matching conditions: Set<String>) -> some Scene {
        altered { $0.urlConditions = conditions }
    }

    public func defaultLaunchBehavior(_ behavior: SceneLaunchBehavior) -> some Scene {
        altered { description in
            if behavior == .suppressed { description.opensAtLaunch = false }
        }
    }

    public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some Scene {
        altered { description in
            description.watches.append { content in
                AnyView(content.onChange(of: value, initial: initial, action))
            }
        }
    }

    public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some Scene {
        onChange(of: value, initial: initial) { _, _ in action() }
    }

    public func menuBarExtraStyle<S: MenuBarExtraStyle>(_ style: S) -> some Scene { self }
    public func defaultSize(_ size: CGSize) -> some Scene { self }
    public func defaultSize(width: CGFloat, height: CGFloat) -> some Scene { self }
    public func defaultPosition(_ position: UnitPoint) -> some Scene { self }
    public func windowResizability(_ resizability: WindowResizability) -> some Scene { self }
    public func windowStyle<S: WindowStyle>(_ style: S) -> some Scene { self }
    public func windowToolbarStyle<S: WindowToolbarStyle>(_ style: S) -> some Scene { self }
    public func windowToolbarLabelStyle(fixed: ToolbarLabelStyle) -> some Scene { self }
    public func windowLevel(_ level: WindowLevel) -> some Scene { self }
    public func windowManagerRole(_ role: WindowManagerRole) -> some Scene { self }
    public func restorationBehavior(_ behavior: SceneRestorationBehavior) -> some Scene { self }
}
